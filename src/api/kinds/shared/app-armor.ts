import { equal } from '../../../machinery/json'
import type { KindContext } from '../../kind-context'
import { type LaterSecurityContext, withLater } from './later-pod'
import { APP_ARMOR } from './pod-annotations'
import type { PodSpec } from './pod-types'

type Profile = NonNullable<LaterSecurityContext['appArmorProfile']>

const profileIn = (context: object | undefined): Profile | undefined =>
  withLater<LaterSecurityContext>(context ?? {}).appArmorProfile

/** The profile that an annotation names, if it is valid. */
function profileFor(annotation: string): Profile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' }
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' }
  const [, file = ''] = /^localhost\/(.+)$/s.exec(annotation) ?? []
  return file !== '' && file.trim() === file ? { type: 'Localhost', localhostProfile: file } : undefined
}

/** Containers of a new pod get the profiles that its annotations name, where they have none; the client is warned. */
export function copyAppArmor(
  annotations: Readonly<Record<string, string>>,
  spec: PodSpec,
  { warn }: Pick<KindContext, 'warn'>,
): void {
  if (spec.os?.name === 'windows') return
  for (const list of [spec.initContainers, spec.containers, spec.ephemeralContainers])
    for (const container of list ?? []) {
      const key = `${APP_ARMOR}${container.name ?? ''}`
      const annotation = annotations[key]
      if (annotation === undefined || profileIn(container.securityContext)) continue
      const profile = profileFor(annotation)
      const own = profile && !equal(profile, profileIn(spec.securityContext))
      if (own) container.securityContext = Object.assign(container.securityContext ?? {}, { appArmorProfile: profile })
      if (own || !profile)
        warn(`metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`)
    }
}
