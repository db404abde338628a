/** The letters and digits of a text. @param {string} text */
export const lettersOf = (text) => text.replace(/[^\p{L}\p{N}]/gu, '');
