import type * as networking from 'kt126/networking/v1'
import { invalid, required } from '../../../../machinery/field-error'
import { pathSegment } from '../../../../machinery/names'
import type { Draft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { label1035, portName, portNumber, present, subdomain } from '../../meta/rules'

function segment(value: string | undefined, field: string, errors: Errors): void {
  if (!present(value, field, errors, `${field.replace(/.*\./, '')} is required`)) return
  for (const message of pathSegment(value ?? '')) errors.push(invalid(field, value, message))
}

/** Validates a reference by kind and name, with an optional group. */
export function validateTypedReference(
  { apiGroup, kind, name }: { apiGroup?: string; kind?: string; name?: string },
  field: string,
  errors: Errors,
): void {
  if (apiGroup !== undefined) subdomain(apiGroup, `${field}.apiGroup`, errors)
  segment(kind, `${field}.kind`, errors)
  segment(name, `${field}.name`, errors)
}

/** Field names of backends in a version, and of the default backend. */
export interface BackendNames {
  readonly whole: string
  readonly name: string
  readonly portName: string
  readonly portNumber: string
}
/** Fields of a backend in the hub version. */
export const NAMES: BackendNames = {
  whole: 'defaultBackend',
  name: 'service.name',
  portName: 'service.port.name',
  portNumber: 'service.port.number',
}
/** Fields of a backend in `v1beta1`. */
export const BETA_NAMES: BackendNames = {
  whole: 'backend',
  name: 'serviceName',
  portName: 'servicePort',
  portNumber: 'servicePort',
}

/** Validates a backend: a service port or a resource. */
export function validateBackend(
  backend: Draft<networking.IngressBackend>,
  names: BackendNames,
  field: string,
  errors: Errors,
): void {
  const { service, resource } = backend
  if (service && resource) return void errors.push(invalid(field, '', 'cannot set both resource and service backends'))
  if (resource) return validateTypedReference(resource, `${field}.resource`, errors)
  if (!service) return void errors.push(invalid(field, '', 'resource or service backend is required'))
  const at = `${field}.${names.name}`
  if (present(service.name, at, errors)) label1035(service.name ?? '', at, errors)
  const { name = '', number = 0 } = service.port ?? {}
  if (name && number) errors.push(invalid(field, '', 'cannot set both port name & port number'))
  else if (name) portName(name, `${field}.${names.portName}`, errors)
  else if (number) portNumber(number, `${field}.${names.portNumber}`, errors)
  else errors.push(required(field, 'port name or number is required'))
}
