import type { BinaryCodec } from '../../api/binary/codec'
import { notAcceptable } from '../../machinery/media-type-errors'
import type { Filter, Handler, RequestContext } from '../context'
import type { Server } from '../server'

/** The message table is large, so it is loaded when the first request uses the binary form. */
const load = () => import('../../api/binary/codec')

const MENTIONS = /vnd\.orch\.protobuf/i

const speaksOfBinary = ({ headers }: Request): boolean =>
  MENTIONS.test(headers.get('accept') ?? '') || MENTIONS.test(headers.get('content-type') ?? '')

/** Gives requests that use the binary form the codec of the release. */
export function withBinary(server: Server): Filter {
  let codec: BinaryCodec | undefined
  const withCodec = async (context: RequestContext, next: Handler): Promise<Response> => {
    codec ??= (await load()).binaryCodec(server.release)
    context.binary = codec
    return next(context)
  }
  return (next) => (context) => (speaksOfBinary(context.request) ? withCodec(context, next) : next(context))
}

/** The codec of a request that uses the binary form. */
export function binaryOf({ binary }: RequestContext): BinaryCodec {
  if (!binary) throw new Error('the binary form was chosen by a request that does not speak of it')
  return binary
}

/** An object in the binary form. @throws ApiError NotAcceptable if its kind has none */
export function inBinary(context: RequestContext, object: object): Uint8Array<ArrayBuffer> {
  const codec = binaryOf(context)
  const { apiVersion = '', kind = '' } = object as { apiVersion?: string; kind?: string }
  if (!codec.has(apiVersion, kind)) throw notAcceptable(['application/json', 'application/yaml'])
  return codec.encode(object)
}
