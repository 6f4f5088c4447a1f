import { DecodeError } from '../../machinery/decode-error'

/** Malformed protobuf; `offset` counts from the start of the body. */
export class BinaryError extends DecodeError {
  constructor(
    readonly problem: string,
    readonly offset: number,
  ) {
    super(`${problem} at byte ${offset}`)
  }
}
