import type * as core from 'kt126/core/v1'
import type { Draft } from '../../api/kinds/meta/draft'
import { behaves } from '../../api/releases/ledger'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionPlugin, AdmissionEnvironment } from '../plugin'
import { ConfigError, readShape, type ConfigShape } from '../../machinery/config-shape'
import { isAbout, refused, VOLUMES } from '../shared/request'

type Spec = Draft<core.PersistentVolumeSpec>
type Labels = Record<string, string>

const STABLE = { zone: 'topology.orch.io/zone', region: 'topology.orch.io/region' }
const BETA = { zone: 'failure-domain.beta.orch.io/zone', region: 'failure-domain.beta.orch.io/region' }
const PROVISIONED_ANNOTATION = 'pv.orch.io/provisioned-by'
/** Separates zones in the label of a volume that is in several. */
const ZONE_SEPARATOR = '__'

/** Cloud volume types, and how to get a volume's ID. */
const CLOUDS: readonly (readonly [string, (spec: Spec) => string | undefined])[] = [
  ['AWS', ({ awsElasticBlockStore }) => awsElasticBlockStore?.volumeID],
  ['GCE', ({ gcePersistentDisk }) => gcePersistentDisk?.pdName],
  ['Azure', ({ azureDisk }) => azureDisk?.diskName],
  ['vSphere', ({ vsphereVolume }) => vsphereVolume?.volumePath],
]

/** Volumes of the simulated cloud, since there is no real one to ask. */
const SHAPE: ConfigShape = {
  fields: { volumes: { list: { fields: { name: 'string', region: 'string', zone: 'string' } } } },
}
interface CloudVolume {
  readonly name: string
  readonly region: string
  readonly zone: string
}

function readCloud({ value, where }: PluginConfiguration): Map<string, CloudVolume> {
  const { volumes = [] } = readShape<{ volumes?: Partial<CloudVolume>[] }>(value, SHAPE, where)
  return new Map(
    volumes.map(({ name, region, zone }, i) => {
      if (!name || !region || !zone) throw new ConfigError(`${where}: volumes[${i}] needs a name, a region and a zone`)
      return [name, { name, region, zone }]
    }),
  )
}

/** Labels cloud volumes with their zone, and restricts pods to it (admission document, PersistentVolumeLabel). */
export function persistentVolumeLabel(
  { release }: AdmissionEnvironment,
  configuration?: PluginConfiguration,
): AdmissionPlugin {
  const cloud = configuration && readCloud(configuration)
  const names = behaves('stable-topology-labels', release) ? STABLE : BETA
  return {
    name: 'PersistentVolumeLabel',
    operations: ['CREATE'],
    admit(request) {
      const { object } = request
      if (!object || !isAbout(request, VOLUMES)) return
      const spec = (object.spec ??= {}) as Spec
      const labels = trusted(object.metadata) ?? labelsFromCloud()
      if (!labels) return
      object.metadata.labels = { ...object.metadata.labels, ...labels }
      requireNodes(spec, labels)

      function labelsFromCloud(): Labels | undefined {
        for (const [name, idOf] of CLOUDS) {
          const id = idOf(spec)
          if (id === undefined) continue
          if (!cloud) throw refused(request, `there is no ${name} cloud provider that knows the volume "${id}"`)
          const found = cloud.get(id)
          if (!found) throw refused(request, `the ${name} cloud provider does not know the volume "${id}"`)
          return { [names.region]: found.region, [names.zone]: found.zone }
        }
        return undefined
      }
    },
  }
}

/** Existing labels of a dynamically provisioned volume are trusted; those set by a person are checked against the cloud. */
function trusted(metadata: { labels?: Labels; annotations?: Labels }): Labels | undefined {
  if (metadata.annotations?.[PROVISIONED_ANNOTATION] === undefined) return undefined
  for (const { zone, region } of [STABLE, BETA]) {
    const [inZone, inRegion] = [metadata.labels?.[zone], metadata.labels?.[region]]
    if (inZone !== undefined && inRegion !== undefined) return { [zone]: inZone, [region]: inRegion }
  }
  return undefined
}

/** Adds the labels to every term of the volume's node affinity, unless already present. */
function requireNodes(spec: Spec, labels: Labels): void {
  const required = ((spec.nodeAffinity ??= {}).required ??= {})
  const terms = (required.nodeSelectorTerms ??= [])
  if (terms.length === 0) terms.push({})
  const taken = terms.some(({ matchExpressions = [] }) =>
    matchExpressions.some(({ key }) => key !== undefined && key in labels),
  )
  if (taken) return
  const expressions = Object.entries(labels).map(([key, value]) => ({
    key,
    operator: 'In',
    values: value.split(ZONE_SEPARATOR).sort(),
  }))
  for (const term of terms) term.matchExpressions = [...(term.matchExpressions ?? []), ...expressions]
}
