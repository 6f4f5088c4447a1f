import { utf8Length } from '../machinery/utf8-length'

/** Default field manager of the command-line client. */
export const CLIENT_MANAGER = 'orchctl'
/** Owner of the fields that an unmanaged object had before its first apply. */
export const BEFORE_FIRST_APPLY = 'before-first-apply'

const MAX_LENGTH = 128
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

/** The field manager of a write: the one given, else the User-Agent up to its first slash, else `unknown`. */
export function managerNameOf(fieldManager: string | null | undefined, userAgent: string | null | undefined): string {
  if (fieldManager) return fieldManager
  const agent = userAgent ?? ''
  const known = named.get(agent)
  if (known !== undefined) return known
  const name = nameIn(agent)
  if (named.size >= MOST_NAMED) named.clear()
  named.set(agent, name)
  return name
}

// The same few programs write again and again.
const named = new Map<string, string>()
const MOST_NAMED = 200

function nameIn(userAgent: string): string {
  let name = ''
  let length = 0
  for (const character of userAgent.split('/', 1)[0] ?? '') {
    if (UNPRINTABLE.test(character)) continue
    length += utf8Length(character)
    if (length > MAX_LENGTH) break
    name += character
  }
  return name === '' ? 'unknown' : name
}
