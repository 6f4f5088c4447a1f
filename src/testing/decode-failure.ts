import { DecodeError } from '../machinery/decode-error'

/** The error that reading ends with. @throws Error where something was read */
export function decodeFailure(run: () => unknown): DecodeError {
  try {
    run()
  } catch (error) {
    if (error instanceof DecodeError) return error
    throw error
  }
  throw new Error('it was read')
}
