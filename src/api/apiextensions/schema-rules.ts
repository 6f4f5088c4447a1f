import { FieldPath, forbidden, invalid, notSupported, required } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { addAll } from '../../machinery/lists'
import { itemSchema, valuesOf, type JsonSchema } from './definition'
import { ruleFieldErrors } from './rules/rule-fields'
import { listErrors, setItemErrors } from './list-rules'

/** Which schema rules apply: older objects and v1beta1 are exempt from some. */
export interface SchemaRules {
  readonly allowDefaults: boolean
  /** Whether another version of definitions allows defaults. */
  readonly defaultsElsewhere?: boolean
  readonly checkTypes: boolean
  /** The release, if it has validation rules. */
  readonly release?: number
}

interface Place {
  readonly root: boolean
  readonly insideMeta: boolean
  /** Why defaults are not allowed here. */
  readonly noDefaults: string | undefined
}

const ELSEWHERE = '(cannot set default values in apiextensions.orch.io/v1beta1 CRDs, must use apiextensions.orch.io/v1)'
const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const META = new Set(['apiVersion', 'kind', 'metadata'])
const FORBIDDEN_WORDS = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'] as const
const LIST_TYPES = ['atomic', 'set', 'map']
const MAP_TYPES = ['atomic', 'granular']

const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== '' &&
  !(typeof value === 'object' && value !== null && Object.keys(value).length === 0 && !Array.isArray(value))

/** Errors that apply to every schema, structural or not, and the schemas in which they are, with those around them. */
export interface SchemaFindings {
  readonly errors: readonly FieldError[]
  readonly wrong: ReadonlySet<JsonSchema>
}

/** Checks what applies to every schema, structural or not. */
export function validateSchema(schema: JsonSchema, at: FieldPath, rules: SchemaRules): SchemaFindings {
  const noDefaults = rules.allowDefaults
    ? undefined
    : `must not be set${rules.defaultsElsewhere ? ` ${ELSEWHERE}` : ''}`
  const checker = new SchemaChecker(rules)
  checker.check(schema, at, { root: true, insideMeta: false, noDefaults })
  return checker
}

class SchemaChecker implements SchemaFindings {
  readonly errors: FieldError[] = []
  readonly wrong = new Set<JsonSchema>()
  constructor(private readonly rules: SchemaRules) {}

  check(schema: JsonSchema | undefined, at: FieldPath, place: Place): void {
    if (!schema) return
    const before = this.errors.length
    this.parts(schema, at, place)
    const { release } = this.rules
    if (release !== undefined)
      schema['x-orch-validations']?.forEach((rule, i) =>
        addAll(this.errors, ruleFieldErrors(rule, schema, at.child('x-orch-validations').index(i), release)),
      )
    if (this.errors.length > before) this.wrong.add(schema)
  }

  private parts(schema: JsonSchema, at: FieldPath, place: Place): void {
    this.words(schema, at, place)
    this.extensions(schema, at)
    const below: Place = { ...place, root: false }
    if (schema.additionalProperties !== undefined) this.additional(schema, at, below)
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      this.check(property, at.child('properties').key(name), this.placeOf(schema, name, place))
    this.check(schema.not, at.child('not'), below)
    for (const word of ['allOf', 'oneOf', 'anyOf'] as const)
      schema[word]?.forEach((one, i) => this.check(one, at.child(word).index(i), below))
    for (const [name, one] of Object.entries(schema.definitions ?? {}))
      this.check(one, at.child('definitions').key(name), below)
    for (const [name, one] of Object.entries(schema.dependencies ?? {}))
      if (!Array.isArray(one)) this.check(one, at.child('dependencies').key(name), below)
    if (Array.isArray(schema.items))
      schema.items.forEach((item, i) => this.check(item, at.child('items').index(i), below))
    else this.check(schema.items, at.child('items'), below)
    addAll(this.errors, listErrors(schema, at))
  }

  private placeOf(schema: JsonSchema, property: string, place: Place): Place {
    const below: Place = { ...place, root: false }
    if (!META.has(property) || !(place.root || schema['x-orch-embedded-resource'])) return below
    return {
      ...below,
      insideMeta: true,
      ...(place.root && { noDefaults: `must not be set in top-level ${property}` }),
    }
  }

  private additional(schema: JsonSchema, at: FieldPath, below: Place): void {
    const here = at.child('additionalProperties')
    if (Object.keys(schema.properties ?? {}).length > 0 && schema.additionalProperties !== true)
      this.errors.push(forbidden(here, 'additionalProperties and properties are mutual exclusive'))
    const noDefaults = below.insideMeta
      ? 'must not be set inside additionalProperties applying to object metadata'
      : below.noDefaults
    this.check(valuesOf(schema), here, { ...below, noDefaults })
  }

  private words(schema: JsonSchema, at: FieldPath, place: Place): void {
    const { errors } = this
    if (this.rules.checkTypes && schema.type && !TYPES.includes(schema.type))
      errors.push(notSupported(at.child('type'), schema.type, TYPES))
    if (schema.default !== undefined && place.noDefaults) errors.push(forbidden(at.child('default'), place.noDefaults))
    for (const word of FORBIDDEN_WORDS)
      if (isGiven(schema[word]) || (word === 'dependencies' && schema[word] !== undefined))
        errors.push(forbidden(at.child(word), `${word} is not supported`))
    if (schema.type === 'null')
      errors.push(forbidden(at.child('type'), 'type cannot be set to null, use nullable as an alternative'))
    if (Array.isArray(schema.items) && schema.items.length > 0)
      errors.push(forbidden(at.child('items'), 'items must be a schema object and not an array'))
    if (place.insideMeta && schema['x-orch-embedded-resource'])
      errors.push(forbidden(at.child('x-orch-embedded-resource'), 'must not be used inside of resource meta'))
    if (schema.uniqueItems)
      errors.push(
        forbidden(
          at.child('uniqueItems'),
          'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
        ),
      )
  }

  private extensions(schema: JsonSchema, at: FieldPath): void {
    const { errors } = this
    const { type } = schema
    const mustBe = (wanted: string, why: string) =>
      errors.push(type ? invalid(at.child('type'), type, why) : required(at.child('type'), why || wanted))
    if (schema['x-orch-preserve-unknown-fields'] === false)
      errors.push(invalid(at.child('x-orch-preserve-unknown-fields'), false, 'must be true or undefined'))
    const mapType = schema['x-orch-map-type']
    if (mapType !== undefined) {
      if (type !== 'object') mustBe('object', 'must be object if x-orch-map-type is specified')
      if (!MAP_TYPES.includes(mapType)) errors.push(notSupported(at.child('x-orch-map-type'), mapType, MAP_TYPES))
    }
    const listType = schema['x-orch-list-type']
    if (listType === undefined) return
    if (type !== 'array') mustBe('array', 'must be array if x-orch-list-type is specified')
    else if (listType === 'set') addAll(errors, setItemErrors(itemSchema(schema), at.child('items')))
    if (!LIST_TYPES.includes(listType)) errors.push(notSupported(at.child('x-orch-list-type'), listType, LIST_TYPES))
  }
}
