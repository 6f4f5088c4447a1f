import { forbidden, invalid, notSupported, required, tooLong } from '../../../machinery/field-error'
import { dns1123Subdomain } from '../../../machinery/names'
import { isOwnDomain } from '../../../names/domains'
import type { Served } from '../../releases/ledger'
import type { Errors } from '../meta/rules'
import { label, optionalOneOf, present, within } from '../meta/rules'
import { absent, backsteps, descending, fileMode, fileName } from './paths'

/** The source of a pod's or persistent volume's volume; its members are checked by the table below. */
export type Source = Readonly<Record<string, unknown>>
type Check = (source: Source, field: string, errors: Errors, context: SourceContext) => void

/** Where a volume source stands. */
export interface SourceContext {
  /** Name of the volume or persistent volume. */
  readonly name: string
  /** Whether the source belongs to a persistent volume. */
  readonly persistent: boolean
  /** Whether the volume belongs to a template of pods. */
  readonly inTemplate?: boolean
  readonly served: Served
}

const text = (source: Source, member: string): string => {
  const value = source[member]
  return typeof value === 'string' ? value : ''
}
const number = (source: Source, member: string): number | undefined => {
  const value = source[member]
  return typeof value === 'number' ? value : undefined
}
const nested = (source: Source, member: string): Source => (source[member] ?? {}) as Source
const needs = (source: Source, field: string, errors: Errors, ...members: string[]): void => {
  for (const member of members) present(source[member], `${field}.${member}`, errors)
}
/** A persistent volume refers to secrets with their namespace, a pod only by name. */
const secretOf = (
  source: Source,
  member: string,
  field: string,
  errors: Errors,
  { persistent }: SourceContext,
): void => {
  if (source[member] === undefined) return
  const secret = nested(source, member)
  present(secret['name'], `${field}.${member}.name`, errors)
  if (persistent) present(secret['namespace'], `${field}.${member}.namespace`, errors)
}
const csiSecret = (source: Source, member: string, field: string, errors: Errors): void => {
  if (source[member] === undefined) return
  const secret = nested(source, member)
  // Real servers report invalid names at the source instead of the secret.
  for (const part of ['name', 'namespace'])
    if (text(secret, part)) label(text(secret, part), `${field}.${part}`, errors)
    else needs(secret, `${field}.${member}${member === SPACED ? ' ' : ''}`, errors, part)
}
/** Real servers print a space after the name of this member. */
const SPACED = 'nodePublishSecretRef'

/** Length limit, since initiator name, portal and volume name are combined into one name. */
const LONGEST_PORTAL = 64
const HOST_PATH_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
]

const HOST_AND_PORT = /^(\[[^\]]*\]|[^:[\]]*):[^:[\]]*$/
const REGISTRY_FORM = 'must be a host:port pair or multiple pairs separated by commas'

/** Addresses of disks of the cloud Azure. */
const MANAGED_DISK = {
  prefix: '/subscriptions/',
  rest: '{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}',
}
const BLOB_DISK = { prefix: 'https://', rest: '{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd' }

/** Validates a CSI driver name: a subdomain of at most 63 characters. */
export function driverName(value: string, field: string, errors: Errors): void {
  if (value === '') errors.push(required(field))
  if (value.length > 63) errors.push(tooLong(field, 63))
  for (const why of dns1123Subdomain(value.toLowerCase())) errors.push(invalid(field, value, why))
}

/** Validates items that map keys to files, in secrets and config maps. */
export function keyToPath(source: Source, field: string, errors: Errors): void {
  for (const [i, item] of ((source['items'] ?? []) as Source[]).entries()) {
    const at = `${field}.items[${i}]`
    present(item['key'], `${at}.key`, errors)
    if (present(item['path'], `${at}.path`, errors)) fileName(text(item, 'path'), `${at}.path`, errors)
    fileMode(number(item, 'mode'), `${at}.mode`, errors)
  }
}

const partition: Check = (source, field, errors) => {
  const value = number(source, 'partition')
  if (value !== undefined && (value < 0 || value > 255))
    errors.push(invalid(`${field}.partition`, value, 'must be between 1 and 255, inclusive')) // although 0 is allowed
}

/** Validates the name of an iSCSI target or initiator. */
function iscsiName(name: string, field: string, errors: Errors, { persistent }: SourceContext): void {
  if (!persistent && !/^(iqn|eui|naa)/.test(name))
    errors.push(invalid(field, name, 'must be valid format starting with iqn, eui, or naa'))
  else if (!QUALIFIED_IQN[name.slice(0, 3)]?.test(name)) errors.push(invalid(field, name, 'must be valid format'))
}

/** Validation of each source except those only pods have (secret, configMap, downwardAPI, projected, csi, ephemeral). */
export const SOURCE_CHECKS: Readonly<Record<string, Check>> = {
  hostPath: (source, field, errors) => {
    if (!present(source['path'], `${field}.path`, errors)) return
    backsteps(text(source, 'path'), `${field}.path`, errors)
    optionalOneOf(source['type'] as string | undefined, HOST_PATH_TYPES, `${field}.type`, errors)
  },
  gitRepo: (source, field, errors) => {
    needs(source, field, errors, 'repository')
    descending(text(source, 'directory'), `${field}.directory`, errors)
  },
  gcePersistentDisk: (source, field, errors, context) => {
    // Nested errors are reported under the source's former name.
    const at = field.replace(/gcePersistentDisk$/, 'persistentDisk')
    needs(source, at, errors, 'pdName')
    partition(source, at, errors, context)
  },
  awsElasticBlockStore: (source, field, errors, context) => {
    needs(source, field, errors, 'volumeID')
    partition(source, field, errors, context)
  },
  nfs: (source, field, errors) => {
    needs(source, field, errors, 'server', 'path')
    if (!text(source, 'path').startsWith('/'))
      errors.push(invalid(`${field}.path`, text(source, 'path'), 'must be an absolute path'))
  },
  iscsi: (source, field, errors, context) => {
    needs(source, field, errors, 'targetPortal')
    const iqn = text(source, 'iqn')
    if (present(iqn, `${field}.iqn`, errors)) iscsiName(iqn, `${field}.iqn`, errors, context)
    within(number(source, 'lun') ?? 0, 0, 255, `${field}.lun`, errors)
    if ((source['chapAuthDiscovery'] || source['chapAuthSession']) && source['secretRef'] === undefined)
      errors.push(required(`${field}.secretRef`))
    const { name, persistent } = context
    if (persistent) secretOf(source, 'secretRef', field, errors, { ...context, persistent: false })
    if (source['initiatorName'] === undefined) return
    if (`${name}:${text(source, 'targetPortal')}`.length > LONGEST_PORTAL)
      errors.push(
        invalid(
          persistent ? `${field}.targetportal` : field.replace(/iscsi$/, 'name'),
          persistent ? text(source, 'targetPortal') : name,
          `Total length of <volume name>:<iscsi.targetPortal> must be under ${LONGEST_PORTAL} characters if iscsi.initiatorName is specified.`,
        ),
      )
    iscsiName(text(source, 'initiatorName'), `${field}.initiatorname`, errors, context)
  },
  glusterfs: (source, field, errors, { persistent }) => {
    needs(source, field, errors, 'endpoints', 'path')
    if (persistent && source['endpointsNamespace'] !== undefined) {
      const namespace = text(source, 'endpointsNamespace')
      if (namespace === '')
        errors.push(
          invalid(
            `${field}.endpointsNamespace`,
            namespace,
            'if the endpointnamespace is set, it must be a valid namespace name',
          ),
        )
      else label(namespace, `${field}.endpointsNamespace`, errors)
    }
  },
  flocker: (source, field, errors) => {
    const [name, uuid] = [text(source, 'datasetName'), text(source, 'datasetUUID')]
    if (!name && !uuid) errors.push(required(field, 'one of datasetName and datasetUUID is required'))
    if (name && uuid)
      errors.push(invalid(field, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'))
    if (name.includes('/')) errors.push(invalid(`${field}.datasetName`, name, "must not contain '/'"))
  },
  rbd: (source, field, errors) => {
    if (!Array.isArray(source['monitors']) || source['monitors'].length === 0)
      errors.push(required(`${field}.monitors`))
    needs(source, field, errors, 'image')
  },
  cinder: (source, field, errors, context) => {
    needs(source, field, errors, 'volumeID')
    secretOf(source, 'secretRef', field, errors, context)
  },
  cephfs: (source, field, errors) => {
    if (!Array.isArray(source['monitors']) || source['monitors'].length === 0)
      errors.push(required(`${field}.monitors`))
  },
  quobyte: (source, field, errors) => {
    const registry = text(source, 'registry')
    if (registry === '') errors.push(required(`${field}.registry`, REGISTRY_FORM))
    else if (text(source, 'tenant').length >= 65)
      errors.push(required(`${field}.tenant`, 'must be a UUID and may not exceed a length of 64 characters'))
    else
      for (const pair of registry.split(','))
        if (!HOST_AND_PORT.test(pair)) errors.push(invalid(`${field}.registry`, registry, REGISTRY_FORM))
    needs(source, field, errors, 'volume')
  },
  fc: (source, field, errors) => {
    const [targets, ids] = [(source['targetWWNs'] ?? []) as unknown[], (source['wwids'] ?? []) as unknown[]]
    if (targets.length === 0 && ids.length === 0)
      errors.push(required(`${field}.targetWWNs`, 'must specify either targetWWNs or wwids, but not both'))
    if (targets.length > 0 && ids.length > 0)
      errors.push(invalid(`${field}.targetWWNs`, targets, 'targetWWNs and wwids can not be specified simultaneously'))
    if (targets.length === 0) return
    const lun = number(source, 'lun')
    if (lun === undefined) errors.push(required(`${field}.lun`, 'lun is required if targetWWNs is specified'))
    else within(lun, 0, 255, `${field}.lun`, errors)
  },
  flexVolume: (source, field, errors) => {
    needs(source, field, errors, 'driver')
    for (const key of Object.keys(nested(source, 'options'))) {
      const domain = key.split('/')[0] ?? ''
      if (key.includes('/') && isOwnDomain(domain))
        errors.push(invalid(`${field}.options[${key}]`, key, 'keys of this domain are reserved'))
    }
  },
  azureFile: (source, field, errors, { persistent }) => {
    needs(source, field, errors, 'secretName')
    needs(source, field, errors, 'shareName')
    if (persistent && source['secretNamespace'] === '') errors.push(required(`${field}.secretNamespace`))
  },
  vsphereVolume: (source, field, errors) => needs(source, field, errors, 'volumePath'),
  photonPersistentDisk: (source, field, errors) => needs(source, field, errors, 'pdID'),
  portworxVolume: (source, field, errors) => needs(source, field, errors, 'volumeID'),
  azureDisk: (source, field, errors) => {
    needs(source, field, errors, 'diskName', 'diskURI')
    const uri = text(source, 'diskURI')
    const caching = source['cachingMode'] as string | undefined
    optionalOneOf(caching, ['None', 'ReadOnly', 'ReadWrite'], `${field}.cachingMode`, errors)
    optionalOneOf(source['kind'] as string | undefined, ['Dedicated', 'Managed', 'Shared'], `${field}.kind`, errors)
    const form = source['kind'] === 'Managed' ? MANAGED_DISK : BLOB_DISK
    if (source['kind'] !== undefined && !uri.startsWith(form.prefix))
      errors.push(notSupported(`${field}.diskURI`, uri, [`${form.prefix}${form.rest}`]))
  },
  scaleIO: (source, field, errors) => needs(source, field, errors, 'gateway', 'system', 'volumeName'),
  storageos: (source, field, errors, context) => {
    const [name, namespace] = [text(source, 'volumeName'), text(source, 'volumeNamespace')]
    if (!name) errors.push(required(`${field}.volumeName`))
    else label(name, `${field}.volumeName`, errors)
    if (namespace) label(namespace, `${field}.volumeNamespace`, errors)
    if (source['secretRef'] !== undefined) secretOf(source, 'secretRef', field, errors, context)
  },
  local: (source, field, errors) => {
    if (present(source['path'], `${field}.path`, errors)) backsteps(text(source, 'path'), `${field}.path`, errors)
  },
}

const QUALIFIED_IQN: Readonly<Record<string, RegExp>> = {
  iqn: /^iqn\.\d{4}-\d{2}\.([A-Za-z0-9_.-]+)(:[^,;*&$|\s]+)$/,
  eui: /^eui\.[A-Za-z0-9]{16}$/,
  naa: /^naa\.[A-Za-z0-9]{32}$/,
}

/** Validates the csi source of a persistent volume. */
export const persistentCsi: Check = (source, field, errors) => {
  driverName(text(source, 'driver'), `${field}.driver`, errors)
  needs(source, field, errors, 'volumeHandle')
  for (const member of [
    'controllerPublishSecretRef',
    'controllerExpandSecretRef',
    'nodePublishSecretRef',
    'nodeExpandSecretRef',
  ])
    csiSecret(source, member, field, errors)
}

/** Selects the checks of some sources, in the given order. */
export const inOrder = (
  checks: Readonly<Record<string, Check>>,
  names: readonly string[],
): Readonly<Record<string, Check>> =>
  Object.fromEntries(names.flatMap((name) => (checks[name] ? [[name, checks[name]]] : [])))

/** Names of two sources in the error for a second source, misspelt as in the reference. */
const SECOND_NAMES: Readonly<Record<string, string>> = { downwardAPI: 'downwarAPI', cephfs: 'cephFS' }

/** Checks a volume's sources in the order of `members`, and refuses a second one. Returns the number found. */
export function checkSources(
  volume: Source,
  members: Readonly<Record<string, Check>>,
  field: string,
  errors: Errors,
  context: SourceContext,
): number {
  let found = 0
  for (const member in members) {
    const source = volume[member]
    if (absent(source)) continue
    // In persistent volumes, flexVolume is not refused as a second source.
    const free = context.persistent && member === 'flexVolume'
    if (found++ > 0 && !free)
      errors.push(forbidden(`${field}.${SECOND_NAMES[member] ?? member}`, 'may not specify more than 1 volume type'))
    else members[member]?.(source as Source, `${field}.${member}`, errors, context)
  }
  return found
}
