const given = new WeakMap<Response, number>()

/** Gives a response an HTTP status that a `Response` object can't have: 600 to 999. */
export function setWireStatus(response: Response, code: number): void {
  given.set(response, code)
}

/** The status with which a response is sent over HTTP. */
export const wireStatusOf = (response: Response): number => given.get(response) ?? response.status
