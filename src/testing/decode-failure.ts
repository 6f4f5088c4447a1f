import { DecodeError } from '../machinery/decode-error'

/** The decoding error. @throws Error if decoding succeeds */
export function decodeFailure(run: () => unknown): DecodeError {
  try {
    run()
  } catch (error) {
    if (error instanceof DecodeError) return error
    throw error
  }
  throw new Error('it was read')
}
