import { invalid, required, tooLong } from '../../../machinery/field-error'
import { dns1123Label, dns1123Subdomain } from '../../../machinery/names'
import type { Errors } from '../meta/rules'

// Two subdomains, a label between them, and the slash.
const LONGEST_SIGNER_NAME = 253 + 1 + 253 + 1 + 63

/** Messages for the first invalid label only. */
function firstWrong(labels: readonly string[], rule: (label: string) => readonly string[]): string[] {
  for (const label of labels) {
    const wrong = rule(label)
    if (wrong.length > 0) return wrong.map((why) => `validating label "${label}": ${why}`)
  }
  return []
}

/** Validates the name of a signer: a domain and a path. `missing` is what the error says if there is none. */
export function validateSignerName(name: string | undefined, field: string, errors: Errors, missing = ''): void {
  if (!name) return void errors.push(required(field, missing))
  const parts = name.split('/')
  const [domain = '', path = ''] = parts
  if (parts.length !== 2)
    return void errors.push(
      invalid(field, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'"),
    )
  const labels = domain.split('.')
  if (domain.length > 253) errors.push(tooLong(field, 253))
  for (const why of firstWrong(labels, dns1123Label)) errors.push(invalid(field, domain, why))
  if (labels.length < 2)
    errors.push(invalid(field, domain, 'should be a domain with at least two segments separated by dots'))
  for (const why of firstWrong(path.split('.'), dns1123Subdomain)) errors.push(invalid(field, path, why))
  if (name.length > LONGEST_SIGNER_NAME) errors.push(tooLong(field, LONGEST_SIGNER_NAME))
}

/** Why a name is none of a trust bundle: one with a signer begins with it, with colons for slashes. */
export function trustBundleName(name: string, signer = ''): readonly string[] {
  if (signer === '')
    return name.includes(':')
      ? ['ClusterTrustBundle without signer name must not have ":" in its name']
      : dns1123Subdomain(name)
  const prefix = `${signer.replaceAll('/', ':')}:`
  return name.startsWith(prefix)
    ? dns1123Subdomain(name.slice(prefix.length))
    : [`ClusterTrustBundle for signerName ${signer} must be named with prefix ${prefix}`]
}

/** The signer that the name of a trust bundle contains, if any. */
export const signerInBundleName = (name: string): string =>
  name.includes(':') ? name.slice(0, name.lastIndexOf(':')).replaceAll(':', '/') : ''
