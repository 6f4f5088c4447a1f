import type * as core from 'kt126/core/v1'
import { invalid } from '../../../machinery/field-error'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { behaves, type Served } from '../../releases/ledger'
import { anyEnvName, dataKey, envName, label, present, subdomain } from '../meta/rules'
import { backsteps } from './paths'
import { FIELDS_IN_ENVIRONMENT, validateFieldRef, validateResourceRef } from './field-refs'

function keyRef(ref: Draft<core.ConfigMapKeySelector>, field: string, errors: Errors): void {
  subdomain(ref.name ?? '', `${field}.name`, errors)
  if (present(ref.key, `${field}.key`, errors)) dataKey(ref.key ?? '', `${field}.key`, errors)
}

/** A variable from a file of a volume, added in 1.34. */
export interface FileKeyRef {
  readonly volumeName?: string
  readonly path?: string
  readonly key?: string
}

function fileRef({ key = '', volumeName = '', path = '' }: FileKeyRef, field: string, errors: Errors): void {
  if (present(key, `${field}.key`, errors)) anyEnvName(key, `${field}.key`, errors)
  if (present(volumeName, `${field}.volumeName`, errors)) label(volumeName, `${field}.volumeName`, errors)
  if (present(path, `${field}.path`, errors)) backsteps(path, `${field}.path`, errors)
}

function valueFrom(variable: Draft<core.EnvVar>, field: string, served: Served, errors: Errors): void {
  const source = variable.valueFrom
  if (!source) return
  let found = 0
  if (source.fieldRef) {
    found++
    validateFieldRef(source.fieldRef, FIELDS_IN_ENVIRONMENT, `${field}.fieldRef`, errors)
  }
  if (source.resourceFieldRef) {
    found++
    validateResourceRef(source.resourceFieldRef, false, `${field}.resourceFieldRef`, errors)
  }
  for (const member of ['configMapKeyRef', 'secretKeyRef'] as const) {
    const ref = source[member]
    if (!ref) continue
    found++
    keyRef(ref, `${field}.${member}`, errors)
  }
  const { fileKeyRef } = source as { fileKeyRef?: FileKeyRef }
  if (fileKeyRef) {
    found++
    fileRef(fileKeyRef, `${field}.fileKeyRef`, errors)
  }
  if (found === 0) {
    const last = served.feature('EnvFiles') ? ', `secretKeyRef` or `fileKeyRef`' : ' or `secretKeyRef`'
    errors.push(
      invalid(field, '', `must specify one of: \`fieldRef\`, \`resourceFieldRef\`, \`configMapKeyRef\`${last}`),
    )
  }
  if (variable.value) {
    if (found > 0) errors.push(invalid(field, '', 'may not be specified when `value` is not empty'))
  } else if (found > 1) errors.push(invalid(field, '', 'may not have more than one field specified at a time'))
}

const nameRule = (served: Served): typeof envName => (behaves('any-variable-name', served) ? anyEnvName : envName)

/** Validates a container's environment variables. */
export function validateEnvironment(
  variables: readonly Draft<core.EnvVar>[],
  field: string,
  served: Served,
  errors: Errors,
): void {
  const validName = nameRule(served)
  for (const [i, variable] of variables.entries()) {
    const at = `${field}[${i}]`
    if (present(variable.name, `${at}.name`, errors)) validName(variable.name ?? '', `${at}.name`, errors)
    valueFrom(variable, `${at}.valueFrom`, served, errors)
  }
}

/** Validates `envFrom`, which imports whole maps. */
export function validateEnvironmentFrom(
  sources: readonly Draft<core.EnvFromSource>[],
  field: string,
  served: Served,
  errors: Errors,
): void {
  const validName = nameRule(served)
  for (const [i, source] of sources.entries()) {
    const at = `${field}[${i}]`
    if (source.prefix) validName(source.prefix, `${at}.prefix`, errors)
    let found = 0
    for (const member of ['configMapRef', 'secretRef'] as const) {
      const ref = source[member]
      if (!ref) continue
      found++
      if (present(ref.name, `${at}.${member}.name`, errors)) subdomain(ref.name ?? '', `${at}.${member}.name`, errors)
    }
    if (found === 0) errors.push(invalid(field, '', 'must specify one of: `configMapRef` or `secretRef`'))
    else if (found > 1) errors.push(invalid(field, '', 'may not have more than one field specified at a time'))
  }
}
