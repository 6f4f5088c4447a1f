import { decodeBase64, encodeBase64 } from '../../machinery/base64'
import { EvaluationError } from '../expression-error'
import { overload, type Library } from '../functions'

function decode(text: string): Uint8Array {
  const bare = text.replace(/=+$/, '')
  if (!/^[A-Za-z0-9+/]*$/.test(bare) || bare.length % 4 === 1) throw new EvaluationError('illegal base64 data')
  return decodeBase64(bare.padEnd(Math.ceil(bare.length / 4) * 4, '='))
}

/** Base64 functions. */
export const ENCODERS: Library = [
  overload('base64.encode(bytes) string', encodeBase64),
  overload('base64.decode(string) bytes', decode),
]
