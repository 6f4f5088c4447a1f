import { policyBinding } from '../policy-binding'

/** Binds a mutating policy to requests. */
export const mutatingAdmissionPolicyBinding = policyBinding('Mutating')
