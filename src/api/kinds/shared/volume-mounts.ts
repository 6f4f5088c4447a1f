import type * as core from 'kt126/core/v1'
import { forbidden, invalid, notFound, notSupported, required } from '../../../machinery/field-error'
import { behaves } from '../../releases/ledger'
import type { Draft } from '../meta/draft'
import { optionalOneOf, present, type Errors } from '../meta/rules'
import { descending } from './paths'
import type { Container } from './pod-types'
import type { Volume } from './volumes'

function validatePropagation(propagation: string, container: Container, field: string, errors: Errors): void {
  optionalOneOf(propagation, ['Bidirectional', 'HostToContainer', 'None'], field, errors)
  if (propagation === 'Bidirectional' && container.securityContext?.privileged !== true)
    errors.push(forbidden(field, 'Bidirectional mount propagation is available only to privileged containers'))
}

const RECURSIVE = ['Disabled', 'Enabled', 'IfPossible']

/** Mounts below a read-only one can be read-only, too (1.30). */
function validateRecursive(mount: Draft<core.VolumeMount>, field: string, errors: Errors): void {
  const { recursiveReadOnly } = mount as { recursiveReadOnly?: string }
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return
  if (!RECURSIVE.includes(recursiveReadOnly)) return void errors.push(notSupported(field, recursiveReadOnly, RECURSIVE))
  if (!mount.readOnly) errors.push(forbidden(field, 'may only be specified when readOnly is true'))
  if ((mount.mountPropagation ?? 'None') !== 'None')
    errors.push(forbidden(field, 'may only be specified when mountPropagation is None or not specified'))
}

/** Validates a container's volume mounts against the valid volumes and its devices. */
export function validateMounts(
  container: Container,
  volumes: ReadonlyMap<string, Volume>,
  field: string,
  errors: Errors,
): void {
  const paths = new Set<string>()
  for (const [i, mount] of (container.volumeMounts ?? []).entries()) {
    const at = `${field}[${i}]`
    const { name = '', mountPath = '' } = mount
    present(name, `${at}.name`, errors)
    if (!volumes.has(name)) errors.push(notFound(`${at}.name`, name))
    present(mountPath, `${at}.mountPath`, errors)
    if (paths.has(mountPath)) errors.push(invalid(`${at}.mountPath`, mountPath, 'must be unique'))
    paths.add(mountPath)
    for (const device of container.volumeDevices ?? []) {
      if (device.name === name) errors.push(invalid(`${at}.name`, name, 'must not already exist in volumeDevices'))
      if (device.devicePath === mountPath)
        errors.push(invalid(`${at}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices'))
    }
    if (mount.subPath) descending(mount.subPath, `${field}.subPath`, errors)
    if (mount.subPathExpr) {
      if (mount.subPath)
        errors.push(invalid(`${at}.subPathExpr`, mount.subPathExpr, 'subPathExpr and subPath are mutually exclusive'))
      descending(mount.subPathExpr, `${field}.subPathExpr`, errors)
    }
    const propagation = mount.mountPropagation
    if (propagation !== undefined) validatePropagation(propagation, container, `${field}.mountPropagation`, errors)
    validateRecursive(mount, `${field}.recursiveReadOnly`, errors)
  }
}

/** Validates a container's raw block devices. */
export function validateDevices(
  container: Container,
  volumes: ReadonlyMap<string, Volume>,
  field: string,
  release: number,
  errors: Errors,
): void {
  const names = new Set<string>()
  const paths = new Set<string>()
  const mayBeEphemeral = behaves('ephemeral-block-volumes', release)
  const sources = mayBeEphemeral ? 'PersistentVolumeClaim or Ephemeral' : 'PersistentVolumeClaim'
  for (const [i, { name = '', devicePath = '' }] of (container.volumeDevices ?? []).entries()) {
    const at = `${field}[${i}]`
    present(name, `${at}.name`, errors)
    if (names.has(name)) errors.push(invalid(`${at}.name`, name, 'must be unique'))
    const volume = volumes.get(name)
    if (!volume) errors.push(notFound(`${at}.name`, name))
    else if (!volume.persistentVolumeClaim && !(mayBeEphemeral && volume.ephemeral))
      errors.push(invalid(`${at}.name`, name, `can only use volume source type of ${sources} for block mode`))
    if (!devicePath) errors.push(required(`${at}.devicePath`))
    if (paths.has(devicePath)) errors.push(invalid(`${at}.devicePath`, devicePath, 'must be unique'))
    if (devicePath.split('/').includes('..'))
      errors.push(invalid(`${at}.devicePath`, devicePath, "can not contain backsteps ('..')"))
    for (const mount of container.volumeMounts ?? [])
      if (mount.name === name || mount.mountPath === devicePath)
        errors.push(
          invalid(
            mount.name === name ? `${at}.name` : `${at}.devicePath`,
            name,
            'must not already exist in volumeMounts',
          ),
        )
    names.add(name)
    paths.add(devicePath)
  }
}
