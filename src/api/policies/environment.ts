import { Environment } from '../../expressions/environment'
import { DYN, objectType, type Type } from '../../expressions/types'
import { behaves } from '../releases/ledger'
import { languageOf } from './language'
import { CONSTRUCTED, PATCH_FUNCTIONS, patchTypes } from './patch-types'
import { AUTHORIZER, NAMESPACE_TYPE, REQUEST_TYPE, RESOURCE_CHECK } from './request-types'

/** What an expression of a policy or webhook may use. */
export interface PolicyScope {
  readonly release: number
  readonly hasParams: boolean
  readonly hasAuthorizer: boolean
  /** Whether objects and patch operations may be constructed. */
  readonly constructs?: boolean
  /** Types of the variables declared before; absent if there are none. */
  readonly variables?: Readonly<Record<string, Type>>
  /** Types of `object` and `params` if known; dyn otherwise. */
  readonly object?: Type
  readonly params?: Type
}

const known = new Map<string, Environment>()

/** The environment of a scope. Environments without specific types are cached. */
export function policyEnvironment(scope: PolicyScope): Environment {
  if (scope.variables || scope.object || scope.params) return make(scope)
  const key = `${scope.release} ${scope.hasParams} ${scope.hasAuthorizer} ${scope.constructs}`
  const made = known.get(key) ?? make(scope)
  known.set(key, made)
  return made
}

function make(scope: PolicyScope): Environment {
  const { release, hasParams, hasAuthorizer, constructs = false, variables, object = DYN, params = DYN } = scope
  const language = languageOf(release)
  return new Environment({
    ...language,
    ...(constructs && {
      constructed: patchTypes(object),
      constructedNames: CONSTRUCTED,
      libraries: [...(language.libraries ?? []), PATCH_FUNCTIONS],
    }),
    variables: {
      object,
      oldObject: object,
      request: REQUEST_TYPE,
      ...(behaves('policy-namespace-object', release) && { namespaceObject: NAMESPACE_TYPE }),
      ...(hasParams && { params }),
      ...(hasAuthorizer &&
        behaves('policy-authorizer', release) && {
          authorizer: AUTHORIZER,
          'authorizer.requestResource': RESOURCE_CHECK,
        }),
      ...(variables && { variables: objectType('orch.variables', variables) }),
    },
  })
}
