import { rememberedByText } from '../machinery/remembered'
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
  return nameIn(userAgent ?? '')
}

const MOST_NAMES = 200

// The same few programs write again and again.
const nameIn = rememberedByText(MOST_NAMES, (userAgent) => {
  let name = ''
  let length = 0
  for (const character of userAgent.split('/', 1)[0] ?? '') {
    if (UNPRINTABLE.test(character)) continue
    length += utf8Length(character)
    if (length > MAX_LENGTH) break
    name += character
  }
  return name === '' ? 'unknown' : name
})
