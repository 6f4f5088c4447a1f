import { template } from '../../template'

/** Starter manifest for this kind. */
export const configMapTemplate = template(
  11,
  '',
  'v1',
  'ConfigMap',
  'Configuration as key/value text',
  `
metadata:
  name: example
data:
  GREETING: hello
  settings.ini: |
    [main]
    colour = green
`,
)
