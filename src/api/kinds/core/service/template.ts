import { template } from '../../template'

/** A manifest to start from. */
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
