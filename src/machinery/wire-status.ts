const given = new WeakMap<Response, number>()

/** Gives a response a code that HTTP can carry, but no `Response` object can have: 600 to 999. */
export function setWireStatus(response: Response, code: number): void {
  given.set(response, code)
}

/** The code that a response goes out with, where it goes out as HTTP. */
export const wireStatusOf = (response: Response): number => given.get(response) ?? response.status
