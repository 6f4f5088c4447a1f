import { POD_TEMPLATE_YAML } from '../../shared/template-parts'
import { template } from '../../template'

/** Starter manifest for this kind. */
export const daemonSetTemplate = template(
  5,
  'apps',
  'v1',
  'DaemonSet',
  'A pod on every node',
  `
metadata:
  name: example
spec:
  selector:
    matchLabels:
      app: example
${POD_TEMPLATE_YAML}`,
)
