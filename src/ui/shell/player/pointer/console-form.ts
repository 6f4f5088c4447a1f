import { parseJson, writeJson } from '../../../../machinery/json-text'
import { type RequestTexts, shareable } from '../../../state/secret-request'
import type { Guide } from './guide'

/** The selector of a part of the console. */
export const part = (name: string): string => `[data-console="${name}"]`
const PARTS = ['method', 'path', 'headers', 'body'] as const

const field = (name: string) => document.querySelector<HTMLInputElement | HTMLTextAreaElement>(part(name))

/** Types into a field as a person does: what listens to it hears of it. */
function type(into: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { prototype } = into instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(into, text)
  into.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A request as the console's form shows it. */
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

/** Fills in the console's form, which `openConsole` opens with texts that are not secret, and waits until it shows the request. */
export async function fillIn(
  guide: Guide,
  openConsole: (texts: RequestTexts) => void,
  texts: RequestTexts,
): Promise<void> {
  openConsole(shareable(texts))
  await guide.until(shows(texts, ['method', 'path']), 'The console')
  // The address brings the rest but for what is secret; and what was typed here for the same path may stand in its place.
  await guide.moment()
  for (const name of ['headers', 'body'] as const) {
    const box = field(name)
    if (box && box.value !== texts[name]) type(box, texts[name])
  }
  await guide.until(shows(texts, PARTS), 'The request')
}
