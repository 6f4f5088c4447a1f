import { duplicate, invalid, required } from '../../../machinery/field-error'
import { GoStruct } from '../../../machinery/go-values'
import { behaves } from '../../releases/ledger'
import { type Errors, label, subdomain } from '../meta/rules'
import type { LaterClaim } from './later-pod'

/** Validates a pod's references to claims of devices: each has its own name, and names either a claim or a template. */
export function validatePodClaims(claims: readonly LaterClaim[], release: number, field: string, errors: Errors): void {
  const names = new Set<string>()
  for (const [i, claim] of claims.entries()) {
    const at = `${field}[${i}]`
    const { name = '', resourceClaimName, resourceClaimTemplateName } = claim
    if (name === '') errors.push(required(`${at}.name`))
    else if (names.has(name)) errors.push(duplicate(`${at}.name`, name))
    else label(name, `${at}.name`, errors)
    names.add(name)
    if (!behaves('pods-name-claims', release)) continue
    const shown = new GoStruct('core.PodResourceClaim', {
      Name: name,
      ResourceClaimName: resourceClaimName ?? null,
      ResourceClaimTemplateName: resourceClaimTemplateName ?? null,
    })
    if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined)
      errors.push(
        invalid(at, shown, 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified'),
      )
    if (resourceClaimName === undefined && resourceClaimTemplateName === undefined)
      errors.push(invalid(at, shown, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'))
    if (resourceClaimName !== undefined) subdomain(resourceClaimName, `${at}.resourceClaimName`, errors)
    if (resourceClaimTemplateName !== undefined)
      subdomain(resourceClaimTemplateName, `${at}.resourceClaimTemplateName`, errors)
  }
}
