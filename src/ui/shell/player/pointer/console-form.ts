import { parseJson, writeJson } from '../../../../machinery/json-text'
import { type RequestTexts, shareable } from '../../../state/secret-request'
import type { Guide } from './guide'

/** The selector of a part of the console. */
export const part = (name: string): string => `[data-console="${name}"]`
const PARTS = ['method', 'path', 'headers', 'body'] as const

const field = (name: string) => document.querySelector<HTMLInputElement | HTMLTextAreaElement>(part(name))

/** Types into a field as a user would, firing the same events. */
function type(into: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { prototype } = into instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(into, text)
  into.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A request as texts for the console's form. */
export async function textsOf(request: Request): Promise<RequestTexts> {
  const { pathname, search } = new URL(request.url)
  const body = await request.text()
  const contentType = request.headers.get('content-type')
  return {
    method: request.method,
    path: pathname + search,
    headers: request.method === 'PATCH' && contentType !== null ? `Content-Type: ${contentType}` : '',
    body: body === '' ? '' : writeJson(parseJson(body), 2),
  }
}

const shows = (wanted: RequestTexts, names: readonly (keyof RequestTexts)[]) => (): true | undefined =>
  names.every((name) => (field(name)?.value ?? '') === wanted[name]) ? true : undefined

/** Fills in the console's form: `openConsole` opens it with the non-secret texts; waits until it shows the whole request. */
export async function fillIn(
  guide: Guide,
  openConsole: (texts: RequestTexts) => void,
  texts: RequestTexts,
): Promise<void> {
  openConsole(shareable(texts))
  await guide.until(shows(texts, ['method', 'path']), 'The console')
  // The address carries everything but secrets, and earlier input for the same path may take precedence.
  await guide.moment()
  for (const name of ['headers', 'body'] as const) {
    const box = field(name)
    if (box && box.value !== texts[name]) type(box, texts[name])
  }
  await guide.until(shows(texts, PARTS), 'The request')
}
