const COMPONENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'
const DOMAIN_LABEL = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])'
const DOMAIN = `(?:${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?`
const TAG = '[\\w][\\w.-]{0,127}'
const DIGEST = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}'
const REFERENCE = new RegExp(`^((?:${DOMAIN}/)?${COMPONENT}(?:/${COMPONENT})*)(?::(${TAG}))?(?:@(${DIGEST}))?$`)
const LONGEST_NAME = 255

/** Adds the default registry and repository to a short image name. */
function wholeName(name: string): string {
  const [first = '', ...rest] = name.split('/')
  if (rest.length === 0) return `docker.io/library/${name}`
  return /[.:]/.test(first) || first === 'localhost' ? name : `docker.io/${name}`
}

/** The tag of an image reference: `latest` if it has neither tag nor digest; empty if it is invalid. */
export function tagOf(image: string): string {
  const match = REFERENCE.exec(image)
  if (!match || wholeName(match[1] ?? '').length > LONGEST_NAME) return ''
  return match[2] ?? (match[3] === undefined ? 'latest' : '')
}

/** Default pull policy: mutable images are always pulled. */
export const pullPolicyOf = (image: string): string => (tagOf(image) === 'latest' ? 'Always' : 'IfNotPresent')
