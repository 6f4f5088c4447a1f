import { goNil, GoStruct, GoText } from '../../../machinery/go-values'

const TYPES = {
  Deployment: ['DeploymentStrategy', 'RollingUpdateDeployment'],
  StatefulSet: ['StatefulSetUpdateStrategy', 'RollingUpdateStatefulSetStrategy'],
  DaemonSet: ['DaemonSetUpdateStrategy', 'RollingUpdateDaemonSet'],
} as const

/** A strategy of updates as messages print it: where the numbers of a rolling update lie is not told. */
export function goStrategy(
  kind: keyof typeof TYPES,
  { type = '', rollingUpdate }: { readonly type?: string; readonly rollingUpdate?: unknown },
): GoStruct {
  const [strategy, rolling] = TYPES[kind]
  const pointed = `(*apps.${rolling})`
  return new GoStruct(`apps.${strategy}`, {
    Type: type,
    RollingUpdate: rollingUpdate ? new GoText(`${pointed}(0x0)`) : goNil(pointed),
  })
}
