const COMPONENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'
const DOMAIN_LABEL = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])'
const DOMAIN = `(?:${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`
const TAG = '[\\w][\\w.-]{0,127}'
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}'
const REFERENCE = new RegExp(`^(?:${DOMAIN}/)?${COMPONENT}(?:/${COMPONENT})*(?::(${TAG}))?(?:@(${DIGEST}))?$`)

/** The tag of an image reference: `latest` if it has neither tag nor digest; empty if it is invalid. */
export function tagOf(image: string): string {
  const match = REFERENCE.exec(image)
  if (!match) return ''
  return match[1] ?? (match[2] === undefined ? 'latest' : '')
}

/** Default pull policy: mutable images are always pulled. */
export const pullPolicyOf = (image: string): string => (tagOf(image) === 'latest' ? 'Always' : 'IfNotPresent')
