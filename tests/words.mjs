/** The words of a text, for long lists of addresses and names; backslashes are written once. */
export const words = (strings, ...values) =>
  String.raw(strings, ...values)
    .trim()
    .split(/\s+/);
