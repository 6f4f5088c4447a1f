import { asGoFields, goNil, GoStruct, GoText } from '../../../machinery/go-values'

const TYPES = {
  Deployment: ['DeploymentStrategy', 'RollingUpdateDeployment'],
  StatefulSet: ['StatefulSetUpdateStrategy', 'RollingUpdateStatefulSetStrategy'],
  DaemonSet: ['DaemonSetUpdateStrategy', 'RollingUpdateDaemonSet'],
} as const

/** An update strategy in Go syntax; pointers to the rolling update's numbers are not printed. */
export function goStrategy(
  kind: keyof typeof TYPES,
  { type = '', rollingUpdate }: { readonly type?: string; readonly rollingUpdate?: unknown },
): GoStruct {
  const [strategy, rolling] = TYPES[kind]
  const pointed = `(*apps.${rolling})`
  return new GoStruct(`apps.${strategy}`, {
    Type: type,
    RollingUpdate: rollingUpdate ? new GoText(`${pointed}(0x0)`, asGoFields(rollingUpdate)) : goNil(pointed),
  })
}
