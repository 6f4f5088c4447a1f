import { Client } from '../../../../client/client'
import { parseJson } from '../../../../machinery/json-text'
import { type ScenarioWorld } from '../../../../scenarios/world'
import { type ConsoleOutcome, onConsoleOutcome } from '../../../queries/console-answers'
import type { RequestTexts } from '../../../state/secret-request'
import { shortDuration } from '../../../components/time'
import { ADMIN_NAME } from '../../../../scenarios/scenario'
import { fillIn, part, textsOf } from './console-form'
import { type Guide, ShowStopped } from './guide'
import type { DemonstratedRequest } from './outcome-target'

/** What the guide controls besides the fields that it points at. */
export interface PageControls {
  /** Id of the page's current identity. */
  readonly identity: () => string
  readonly actAs: (id: string) => void
  /** Opens a page, named as in scenarios. */
  readonly goToPage: (page: string) => void
  /** Opens the console with these texts, none of them secret. */
  readonly openConsole: (texts: RequestTexts) => void
  /** The identity id of a person of the lesson. */
  readonly personId: (name: string | undefined) => string
  /** Registers a token as an identity; returns its id. */
  readonly keepToken: (token: string) => string
}

const WHO = ['[data-tour="identity"]', '.o-player-people']
const CLOCK = ['[data-tour="clock"]']

/** Presses Send; resolves to the answer, or to the start of a stream. */
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
    const [one] = await Promise.all([outcome, guide.press(part('send'), 'Send the request.')])
    if ('error' in one) throw one.error
    const { status, text, events } = one.answer
    guide.say(`The answer is ${status}.`)
    if (events) await guide.show([part('stop')], `The answer is ${status}. More may follow.`)
    document.querySelector<HTMLElement>(part('stop'))?.click()
    const bare = events !== undefined || text === ''
    return new Response(bare ? null : text, { status, headers: { 'content-type': 'application/json' } })
  } finally {
    stop()
  }
}

/** The sender of a request: identity id and name. */
interface Sender {
  readonly id: string
  readonly name: string
}

/** Presses the button that acts as this person, if the lesson shows one. Tokens have none. */
async function becomePerson(guide: Guide, controls: PageControls, { id, name }: Sender): Promise<void> {
  const button = `.o-player-people [data-person="${CSS.escape(name)}"]`
  if (guide.sees(button)) return guide.press(button, `Act as ${name}.`)
  await guide.show(WHO, `Act as ${name}.`)
  controls.actAs(id)
}

const jsonOf = (text: string): unknown => {
  try {
    return parseJson(text)
  } catch {
    return undefined // the answer is plain text
  }
}

async function sendOnConsole(
  guide: Guide,
  controls: PageControls,
  request: Request,
  { id, name }: Sender,
  answered: (shown: DemonstratedRequest) => void,
): Promise<Response> {
  if (controls.identity() !== id) {
    await becomePerson(guide, controls, { id, name })
    await guide.until(() => (controls.identity() === id ? true : undefined), name)
  }
  const texts = await textsOf(request)
  await fillIn(guide, controls.openConsole, texts)
  await guide.show([part('path')], `In the console: ${texts.method} ${texts.path}`)
  if (texts.headers !== '') await guide.show([part('headers')], `Add the header ${texts.headers}`)
  if (texts.body !== '') await guide.show([part('body')], 'Write the body.')
  const response = await sent(guide)
  const { method, path, headers, body } = texts
  const answer = jsonOf(await response.clone().text())
  answered({ method, path, contentType: headers, body: jsonOf(body), status: response.status, answer })
  return response
}

/** A world whose requests are sent visibly through the console; `answered` is called for each. */
export const onConsole = (
  world: ScenarioWorld,
  guide: Guide,
  controls: PageControls,
  answered: (shown: DemonstratedRequest) => void,
): ScenarioWorld => {
  const sentAs = (sender: () => Sender) =>
    new Client((request) => sendOnConsole(guide, controls, request, sender(), answered))
  return {
    ...world,
    as: (name) => sentAs(() => ({ id: controls.personId(name), name: name ?? ADMIN_NAME })),
    withToken: (token) => sentAs(() => ({ id: controls.keepToken(token), name: 'the token' })),
    async advance(ms) {
      await guide.show(CLOCK, `Advance the clock by ${shortDuration(ms)}.`)
      await world.advance(ms)
    },
  }
}
