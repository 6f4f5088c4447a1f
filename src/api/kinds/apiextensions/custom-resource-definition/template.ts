import { template } from '../../template'

/** Starter manifest for this kind. */
export const customResourceDefinitionTemplate = template(
  23,
  'apiextensions.orch.io',
  'v1',
  'CustomResourceDefinition',
  'Define your own kind',
  `
metadata:
  name: apples.fruit.example.com
spec:
  group: fruit.example.com
  scope: Namespaced
  names:
    plural: apples
    singular: apple
    kind: Apple
    shortNames: [ap]
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        status: {}
      additionalPrinterColumns:
        - name: Sort
          type: string
          jsonPath: .spec.sort
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              required: [sort]
              properties:
                sort:
                  type: string
                  description: Which sort of apple it is.
                  enum: [Boskoop, Cox, Elstar]
                weight:
                  type: integer
                  minimum: 1
            status:
              type: object
              properties:
                ripe:
                  type: boolean
`,
)
