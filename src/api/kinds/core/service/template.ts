import { template } from '../../template'

/** Starter manifest for this kind. */
export const serviceTemplate = template(
  8,
  '',
  'v1',
  'Service',
  'A stable address for a set of pods',
  `
metadata:
  name: example
spec:
  selector:
    app: example
  ports:
    - name: http
      port: 80
      targetPort: http
`,
)
