/** The other end of a wire is gone; whether it performed the request is unknown. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  constructor(
    message: string,
    /** The wire itself reported that the other end is gone; otherwise it was silent for too long, or left. */
    readonly gone = false,
  ) {
    super(message)
  }
}
