// A refusal of the API.

export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code for programs; stable
   * @param {string} message for people: what to do
   * @param {Record<string, string>} [headers]
   */
  constructor(status, code, message, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  /** The refusal as JSON, which no cache may store. */
  toResponse() {
    const { status, code, message } = this;
    const headers = { 'Cache-Control': 'no-store', ...this.headers };
    return Response.json({ error: { code, message } }, { status, headers });
  }
}
