import { containerYaml } from '../../shared/template-parts'
import { template } from '../../template'

/** A manifest to start from. */
export const podTemplate = template(
  2,
  '',
  'v1',
  'Pod',
  'Containers that run together',
  `
metadata:
  name: example
  labels:
    app: example
spec:
  containers:
${containerYaml('    ')}
`,
)
