/**
 * Bodies that are there as a whole, beside the streams that requests and responses make of them: who carries them on within
 * the process need not read a stream to have the same again. Only a short cut: the body itself is there as well.
 */
const texts = new WeakMap<Response, string>()
const contents = new WeakMap<Request, Uint8Array>()

/** A response whose text can be had without reading it. */
export function responseWith(text: string, init: ResponseInit): Response {
  const response = new Response(text, init)
  texts.set(response, text)
  return response
}

/** The text that a response was made with; undefined when only its body knows. */
export const wholeText = (response: Response): string | undefined => texts.get(response)

/** Says what the body of a request is. */
export const keepContent = (request: Request, content: Uint8Array): void => void contents.set(request, content)

/** What the body of a request was said to be; undefined when only its body knows. */
export const wholeContent = (request: Request): Uint8Array | undefined => contents.get(request)
