import { connectToControlPlane } from './transport/page-connection'

// The control plane takes longest to be there, so it is asked for first; what shows it is loaded meanwhile.
const helper = new MessageChannel()
const connecting = connectToControlPlane(helper.port2)
void import('./ui/start').then(({ start }) => start(connecting, helper.port1))
