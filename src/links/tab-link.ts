import { judgeLink, type LinkRequest } from './rule'
import { readAddress, WAYS_IN } from './ways-in'

/** The link that a tab was opened with. */
export interface TabLink {
  /** Undefined if the address requests nothing, or is not allowed to. */
  readonly request: LinkRequest | undefined
  /** The user agreed to this request in this tab, or it was applied to a cluster without content. */
  readonly accepted: boolean
  /** The page is embedded in another one. */
  readonly framed: boolean
  /** The page is embedded and its address requested something. */
  readonly refusedInFrame: boolean
  /** Why parts of the address are unusable. */
  readonly problems: readonly string[]
  /** The page's address without files, which may hold keys and tokens and must not be copied by accident. */
  readonly address: string
  /** Where the link was clicked; empty if the browser does not say. */
  readonly from: string
}

/** Storage that lasts until the tab is closed; undefined if the browser has none. */
export interface TabMemory {
  get(): string | undefined
  set(text: string): void
}

interface Remembered {
  readonly id: string
  readonly request: LinkRequest
  readonly accepted: boolean
  readonly from: string
}

/** Placeholder in the address for a request stored in the tab. */
const REMEMBERED = 'link'
/** A file in the address, such as a key or a table of tokens. */
const HOLDS_FILE = /\bdata:/i

const sameRequest = (one: LinkRequest, other: LinkRequest): boolean =>
  JSON.stringify([one.argv, one.relay]) === JSON.stringify([other.argv, other.relay])

function recall(memory: TabMemory): Remembered | undefined {
  const text = memory.get()
  if (!text) return undefined
  try {
    return JSON.parse(text) as Remembered
  } catch {
    return undefined // another program wrote it: treat it as missing
  }
}

/** The address without its request. */
export const withoutRequest = (href: string): URL => {
  const url = new URL(href)
  for (const name of [...WAYS_IN.map(({ parameter }) => parameter), REMEMBERED]) if (name) url.searchParams.delete(name)
  return url
}

/** What is known about the way into a page. */
export interface TabLinkOptions {
  readonly href: string
  readonly framed: boolean
  readonly memory: TabMemory
  /** Where the link was clicked, according to the browser. */
  readonly referrer: string
  /** An id that is unique within the tab. */
  readonly id: string
}

/** Parses the page's address, and moves what it must no longer show into the tab's memory. */
export function openTabLink({ href, framed, memory, referrer, id }: TabLinkOptions): TabLink {
  const url = new URL(href)
  const known = recall(memory)
  const read = readAddress(url.search)
  const asks = read.request.argv !== undefined || read.request.relay !== undefined
  const named = known && url.searchParams.get(REMEMBERED) === known.id ? known : undefined
  const request = asks ? read.request : named?.request
  const nothing = { request: undefined, accepted: false, framed, from: '', address: href, problems: [] }
  if (judgeLink({ framed, content: true, accepted: false }) === 'ignore')
    return {
      ...nothing,
      address: withoutRequest(href).href,
      refusedInFrame: asks || named !== undefined || read.problems.length > 0,
    }
  if (!request) return { ...nothing, problems: read.problems, refusedInFrame: false }
  const again = known !== undefined && sameRequest(known.request, request) ? known : undefined
  const entry: Remembered = again ?? { id, request, accepted: false, from: referrer }
  memory.set(JSON.stringify(entry))
  const clean = withoutRequest(href)
  const hide = (request.argv ?? []).some((word) => HOLDS_FILE.test(word))
  if (hide) clean.searchParams.set(REMEMBERED, entry.id)
  return {
    request,
    accepted: entry.accepted,
    framed,
    refusedInFrame: false,
    problems: read.problems,
    address: hide ? clean.href : href,
    from: entry.from,
  }
}

/** Records the user's consent, so that a reload of this tab continues with the request. */
export function rememberAccepted(memory: TabMemory): void {
  const known = recall(memory)
  if (known) memory.set(JSON.stringify({ ...known, accepted: true } satisfies Remembered))
}

/**
 * Records the user's refusal or return to their own settings, so that a reload does not ask again. Returns the plain address.
 */
export function forgetLink(memory: TabMemory, href: string): string {
  memory.set('')
  return withoutRequest(href).href
}
