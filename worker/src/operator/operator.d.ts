/** To the worker it is text, which it serves as it is. */
declare const text: string;
export default text;
