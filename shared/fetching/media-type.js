/**
 * The media type that headers state, in lower case and without parameters; empty if they state none.
 * @param {{ get(name: string): string | null }} headers
 */
export function mediaTypeOf(headers) {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';', 1);
  return type.trim().toLowerCase();
}
