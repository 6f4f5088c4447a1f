import type * as core from 'kt126/core/v1'
import { invalid, notSupported, required } from '../../../machinery/field-error'
import { parseQuantity, quantityNumber } from '../../../machinery/quantity'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { present, qualifiedName } from '../meta/rules'

/** Pod fields available to environment variables. */
export const FIELDS_IN_ENVIRONMENT: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.podIP',
  'status.podIPs',
]
/** Pod fields available to downward API volumes. */
export const FIELDS_IN_VOLUMES: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
]
/** All paths that the downward API knows; others are invalid rather than unsupported. */
const KNOWN = new Set([
  ...FIELDS_IN_ENVIRONMENT,
  ...FIELDS_IN_VOLUMES,
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.host',
  'status.phase',
])
const CONVERTING = 'error converting fieldPath'
const unknownPath = (path: string): string => `${CONVERTING}: field label not supported: ${path}`
/** The oldest clients call the node `spec.host`. */
const internalOf = (path: string): string => (path === 'spec.host' ? 'spec.nodeName' : path)
const SUBSCRIPT = /^(.*)\['(.*)'\]$/s

/** Validates a reference to a pod field. */
export function validateFieldRef(
  ref: Draft<core.ObjectFieldSelector>,
  allowed: readonly string[],
  field: string,
  errors: Errors,
): void {
  if (!present(ref.apiVersion, `${field}.apiVersion`, errors)) return
  const path = ref.fieldPath ?? ''
  if (!present(path, `${field}.fieldPath`, errors)) return
  if (ref.apiVersion !== 'v1') {
    const why = `${CONVERTING}: unsupported pod version: ${ref.apiVersion}`
    return void errors.push(invalid(`${field}.fieldPath`, path, why))
  }
  const [, parent = '', subscript] = SUBSCRIPT.exec(path) ?? []
  if (subscript !== undefined) {
    if (parent === 'metadata.annotations') qualifiedName(subscript.toLowerCase(), field, errors)
    else if (parent === 'metadata.labels') qualifiedName(subscript, field, errors)
    else
      errors.push(invalid(`${field}.fieldPath`, path, `${CONVERTING}: field label does not support subscript: ${path}`))
  } else if (!KNOWN.has(path)) errors.push(invalid(`${field}.fieldPath`, path, unknownPath(path)))
  else if (!allowed.includes(internalOf(path)))
    errors.push(notSupported(`${field}.fieldPath`, internalOf(path), allowed))
}

const RESOURCES: readonly string[] = ['cpu', 'ephemeral-storage', 'memory']
  .flatMap((resource) => [`limits.${resource}`, `requests.${resource}`])
  .sort()
const UNITS = [1, ...[1, 2, 3, 4, 5, 6].flatMap((power) => [1000 ** power, 1024 ** power])]

/** Validates a reference to a container resource; in a volume it must name the container. */
export function validateResourceRef(
  ref: Draft<core.ResourceFieldSelector>,
  inVolume: boolean,
  field: string,
  errors: Errors,
): void {
  if (inVolume && !ref.containerName) {
    errors.push(required(`${field}.containerName`))
    return
  }
  const resource = ref.resource ?? ''
  if (!present(resource, `${field}.resource`, errors)) return
  if (!RESOURCES.includes(resource) && !/^(limits|requests)\.hugepages-./.test(resource)) {
    errors.push(notSupported(`${field}.resource`, resource, RESOURCES))
    return
  }
  const divisor = quantityNumber(parseQuantity(ref.divisor ?? '0'))
  if (divisor === 0) return
  const ofCpu = resource.endsWith('.cpu')
  const sound = ofCpu ? divisor === 1 || divisor === 0.001 : UNITS.includes(divisor)
  if (sound) return
  const units = ofCpu ? '1m and 1' : '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei'
  const what = resource.replace(/^\w+\./, '').replace(/^hugepages-.*/, 'hugepages')
  const named = what === 'ephemeral-storage' ? 'local ephemeral storage' : what
  // Real servers show the resource instead of the divisor.
  errors.push(
    invalid(`${field}.divisor`, resource, `only divisor's values ${units} are supported with the ${named} resource`),
  )
}
