/** Methods of HTTP that change nothing on the server (RFC 9110, 9.2.1), and so may be sent again. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
