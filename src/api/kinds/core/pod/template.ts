import { containerYaml } from '../../shared/template-parts'
import { template } from '../../template'

/** Starter manifest for this kind. */
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
