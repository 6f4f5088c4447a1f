import { DecodeError } from '../../machinery/decode-error'

/** Bytes that are not what they should be; `offset` counts from the start of the body. */
export class BinaryError extends DecodeError {
  constructor(
    readonly problem: string,
    readonly offset: number,
  ) {
    super(`${problem} at byte ${offset}`)
  }
}
