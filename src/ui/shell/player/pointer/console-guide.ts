import { Client } from '../../../../client/client'
import { parseJson, writeJson } from '../../../../machinery/json-text'
import { type ScenarioWorld } from '../../../../scenarios/world'
import { type ConsoleOutcome, onConsoleOutcome } from '../../../queries/console-answers'
import { shareable, type RequestTexts } from '../../../state/secret-request'
import { shortDuration } from '../../../components/time'
import { type Guide, ShowStopped } from './guide'
import { ADMIN_NAME } from '../../../../scenarios/scenario'

/** What the guide changes of the page beside the fields that it points at. */
export interface PageControls {
  /** Id of whom the page speaks for. */
  readonly identity: () => string
  readonly actAs: (id: string) => void
  /** Opens the console with these texts, none of them secret. */
  readonly openConsole: (texts: RequestTexts) => void
  /** The id of a person of the lesson. */
  readonly personId: (name: string | undefined) => string
  /** Makes a token something that one can act as; returns its id. */
  readonly keepToken: (token: string) => string
}

const part = (name: string): string => `[data-console="${name}"]`
const PARTS = ['method', 'path', 'headers', 'body'] as const
const WHO = ['[data-tour="identity"]', '.o-player-people']
const CLOCK = ['[data-tour="clock"]']

const field = (name: string) => document.querySelector<HTMLInputElement | HTMLTextAreaElement>(part(name))

/** Types into a field as a person does: what listens to it hears of it. */
function type(into: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const { prototype } = into instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(into, text)
  into.dispatchEvent(new Event('input', { bubbles: true }))
}

async function textsOf(request: Request): Promise<RequestTexts> {
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

/** Fills in the console's form and waits until it shows the request. */
async function fillIn(guide: Guide, { openConsole }: PageControls, texts: RequestTexts): Promise<void> {
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

/** Presses Send; resolves to the answer, of a stream to its beginning. */
async function sent(guide: Guide): Promise<Response> {
  let stop: () => void = () => undefined
  const outcome = new Promise<ConsoleOutcome>((resolve, reject) => {
    const ignore = onConsoleOutcome((one) => {
      if ('error' in one || one.answer.events || !one.answer.open) resolve(one)
    })
    const give = (): void => reject(new ShowStopped('stopped'))
    guide.signal.addEventListener('abort', give, { once: true })
    stop = () => {
      ignore()
      guide.signal.removeEventListener('abort', give)
    }
  })
  try {
    const [one] = await Promise.all([outcome, guide.press(part('send'), 'Send it.')])
    if ('error' in one) throw one.error
    const { status, text, events } = one.answer
    guide.say(`The answer is ${status}.`)
    if (events) await guide.show([part('stop')], `The answer is ${status}, and more may come.`)
    document.querySelector<HTMLElement>(part('stop'))?.click()
    const bare = events !== undefined || text === ''
    return new Response(bare ? null : text, { status, headers: { 'content-type': 'application/json' } })
  } finally {
    stop()
  }
}

async function sendOnConsole(guide: Guide, controls: PageControls, request: Request, id: string, who: string) {
  if (controls.identity() !== id) {
    await guide.show(WHO, `Act as ${who}.`)
    controls.actAs(id)
    await guide.until(() => (controls.identity() === id ? true : undefined), who)
  }
  const texts = await textsOf(request)
  await fillIn(guide, controls, texts)
  await guide.show([part('path')], `On the console: ${texts.method} ${texts.path}`)
  if (texts.headers !== '') await guide.show([part('headers')], `With the header ${texts.headers}`)
  if (texts.body !== '') await guide.show([part('body')], 'Write the body.')
  return sent(guide)
}

/** A world whose requests are sent on the console, before the eyes of who watches. */
export const onConsole = (world: ScenarioWorld, guide: Guide, controls: PageControls): ScenarioWorld => ({
  ...world,
  as: (person) =>
    new Client((request) => sendOnConsole(guide, controls, request, controls.personId(person), person ?? ADMIN_NAME)),
  withToken: (token) =>
    new Client((request) => sendOnConsole(guide, controls, request, controls.keepToken(token), 'the token')),
  async advance(ms) {
    await guide.show(CLOCK, `Let the clock go on by ${shortDuration(ms)}.`)
    await world.advance(ms)
  },
})
