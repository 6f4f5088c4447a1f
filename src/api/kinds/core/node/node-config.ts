/** Configuration source of a kubelet: a reference, which the status repeats exactly. */
import type * as core from 'kt125/core/v1'
import { forbidden, invalid, required } from '../../../../machinery/field-error'
import { goStructJson } from '../../../../machinery/go-values'
import type { Draft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { dataKey, label, present, subdomain } from '../../meta/rules'

type Source = Draft<core.NodeConfigSource>

function validateConfigMap(source: Draft<core.ConfigMapNodeConfigSource>, field: string, errors: Errors): void {
  const { namespace = '', name = '', kubeletConfigKey: key = '' } = source
  if (present(namespace, `${field}.namespace`, errors, 'namespace must be set'))
    label(namespace, `${field}.namespace`, errors)
  if (present(name, `${field}.name`, errors, 'name must be set')) subdomain(name, `${field}.name`, errors)
  if (present(key, `${field}.kubeletConfigKey`, errors, 'kubeletConfigKey must be set'))
    dataKey(key, `${field}.kubeletConfigKey`, errors)
}

/** A requested source has no version; a reported one has. */
function validateSource(source: Source, told: boolean, field: string, errors: Errors): void {
  const { configMap } = source
  if (!configMap)
    return void errors.push(
      invalid(field, goStructJson('core.NodeConfigSource', source), 'exactly one reference subfield must be non-nil'),
    )
  const at = `${field}.configMap`
  for (const member of ['uid', 'resourceVersion'] as const)
    if (told && !configMap[member]) errors.push(required(`${at}.${member}`))
    else if (!told && configMap[member]) errors.push(forbidden(`${at}.${member}`, `${member} must not be set in spec`))
  validateConfigMap(configMap, at, errors)
}

/** Validates node updates, including those of the status. */
export function validateNodeConfig(node: Draft<core.Node>, errors: Errors): void {
  const { configSource } = node.spec ?? {}
  if (configSource) validateSource(configSource, false, 'spec.configSource', errors)
  const { config = {} } = node.status ?? {}
  for (const member of ['assigned', 'active', 'lastKnownGood'] as const)
    if (config[member]) validateSource(config[member], true, `status.config.${member}`, errors)
}
