import type { Names } from './sets'
import { SPOKEN } from './spoken'

/** A program, or commands, using the kubeconfig `orchard.yaml` in their folder. */
export interface NamedProgram {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly text: string
}

const HELM = `helm --kubeconfig orchard.yaml create hello
helm --kubeconfig orchard.yaml install hello ./hello
helm --kubeconfig orchard.yaml list
`

const JAVASCRIPT = `// npm install @kubernetes/client-node
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node'

const config = new KubeConfig()
config.loadFromFile('orchard.yaml')
const { items } = await config.makeApiClient(CoreV1Api).listNamespace()
for (const { metadata } of items) console.log(metadata.name)
`

const PYTHON = `# pip install kubernetes
from kubernetes import client, config

config.load_kube_config("orchard.yaml")
for namespace in client.CoreV1Api().list_namespace().items:
    print(namespace.metadata.name)
`

const GO = `// go get k8s.io/client-go@latest
package main

import (
	"context"
	"fmt"
	"log"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", "orchard.yaml")
	if err != nil {
		log.Fatal(err)
	}
	clients, err := kubernetes.NewForConfig(config)
	if err != nil {
		log.Fatal(err)
	}
	list, err := clients.CoreV1().Namespaces().List(context.Background(), metav1.ListOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, namespace := range list.Items {
		fmt.Println(namespace.Name)
	}
}
`

const JAVA = `// io.kubernetes:client-java
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.util.Config;

class List {
  public static void main(String[] args) throws Exception {
    var api = new CoreV1Api(Config.fromConfig("orchard.yaml"));
    api.listNamespace().execute().getItems().forEach(item -> System.out.println(item.getMetadata().getName()));
  }
}
`

/** Programs of other projects for each vocabulary; undefined if there are none. */
const UPSTREAM: Readonly<Record<Names, readonly NamedProgram[] | undefined>> = {
  orch: undefined,
  kubernetes: [
    { id: 'helm', title: 'Helm', about: 'Installs charts. No container runs.', text: HELM },
    { id: 'javascript-client', title: 'JavaScript client', about: '@kubernetes/client-node.', text: JAVASCRIPT },
    { id: 'python-client', title: 'Python client', about: 'The package kubernetes.', text: PYTHON },
    { id: 'go-client', title: 'Go client', about: 'client-go.', text: GO },
    { id: 'java-client', title: 'Java client', about: 'client-java 20 or later.', text: JAVA },
  ],
}

/** Programs of other projects for this build's vocabulary; undefined if there are none. */
export const upstreamPrograms = (): readonly NamedProgram[] | undefined => UPSTREAM[SPOKEN]
