import type { NamedProgram } from '../../../names/programs'

/** Common start of all programs that parse the file themselves: finds fields by name. */
const JAVASCRIPT = `// node list.mjs
import { readFileSync } from 'node:fs'
import { get } from 'node:https'

const file = readFileSync('orchard.yaml', 'utf8')
const field = (name) => new RegExp(\`\\\\s\${name}: "?([^\\\\s"]+)\`).exec(file)?.[1]
const pem = (name) => field(name) && Buffer.from(field(name), 'base64')

const options = {
  ca: pem('certificate-authority-data'),
  cert: pem('client-certificate-data'),
  key: pem('client-key-data'),
  headers: field('token') ? { authorization: \`Bearer \${field('token')}\` } : {},
}
get(\`\${field('server')}/api/v1/namespaces\`, options, async (answer) => {
  let text = ''
  for await (const part of answer) text += part
  for (const { metadata } of JSON.parse(text).items) console.log(metadata.name)
})
`

const PYTHON = `# python3 list.py
import base64, json, re, ssl, tempfile, urllib.request

text = open("orchard.yaml").read()

def field(name):
    found = re.search(r'\\s' + name + r': "?([^\\s"]+)', text)
    return found and found.group(1)

def pem(name):
    return base64.b64decode(field(name)).decode()

tls = ssl.create_default_context(cadata=pem("certificate-authority-data"))
if field("client-key-data"):
    with tempfile.NamedTemporaryFile("w") as pair:
        pair.write(pem("client-certificate-data") + pem("client-key-data"))
        pair.flush()
        tls.load_cert_chain(pair.name)
request = urllib.request.Request(field("server") + "/api/v1/namespaces")
if field("token"):
    request.add_header("Authorization", "Bearer " + field("token"))
for item in json.load(urllib.request.urlopen(request, context=tls))["items"]:
    print(item["metadata"]["name"])
`

const GO = `// go run list.go
package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"regexp"
)

func main() {
	file, err := os.ReadFile("orchard.yaml")
	if err != nil {
		log.Fatal(err)
	}
	field := func(name string) string {
		found := regexp.MustCompile(\`\\s\` + name + \`: "?([^\\s"]+)\`).FindSubmatch(file)
		if found == nil {
			return ""
		}
		return string(found[1])
	}
	pem := func(name string) []byte {
		data, _ := base64.StdEncoding.DecodeString(field(name))
		return data
	}
	config := &tls.Config{RootCAs: x509.NewCertPool()}
	config.RootCAs.AppendCertsFromPEM(pem("certificate-authority-data"))
	if pair, err := tls.X509KeyPair(pem("client-certificate-data"), pem("client-key-data")); err == nil {
		config.Certificates = []tls.Certificate{pair}
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: config}}
	request, _ := http.NewRequest("GET", field("server")+"/api/v1/namespaces", nil)
	if token := field("token"); token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	var list struct {
		Items []struct{ Metadata struct{ Name string } }
	}
	if err := json.NewDecoder(answer.Body).Decode(&list); err != nil {
		log.Fatal(err)
	}
	for _, item := range list.Items {
		fmt.Println(item.Metadata.Name)
	}
}
`

const JAVA = `// java List.java
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.*;
import java.nio.file.*;
import java.security.*;
import java.security.cert.*;
import java.security.cert.Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.net.ssl.*;

class List {
  static String file;

  static String field(String name) {
    var found = Pattern.compile("\\\\s" + name + ": \\"?([^\\\\s\\"]+)").matcher(file);
    return found.find() ? found.group(1) : null;
  }

  static byte[] pem(String name) {
    return Base64.getDecoder().decode(field(name));
  }

  static Certificate certificate(String name) throws Exception {
    return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem(name)));
  }

  public static void main(String[] args) throws Exception {
    file = Files.readString(Path.of("orchard.yaml"));
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null);
    trusted.setCertificateEntry("cluster", certificate("certificate-authority-data"));
    var trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    var own = KeyStore.getInstance("PKCS12");
    own.load(null);
    if (field("client-key-data") != null) {
      var text = new String(pem("client-key-data")).replaceAll("-----[^-]+-----|\\\\s", "");
      var key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
      own.setKeyEntry("me", key, new char[0], new Certificate[] {certificate("client-certificate-data")});
    }
    var keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(own, new char[0]);
    var tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    var request = HttpRequest.newBuilder(URI.create(field("server") + "/api/v1/namespaces"));
    if (field("token") != null) request.header("Authorization", "Bearer " + field("token"));
    var client = HttpClient.newBuilder().sslContext(tls).build();
    System.out.println(client.send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
  }
}
`

const ORCHCTL = `orchctl --kubeconfig orchard.yaml get namespaces
orchctl --kubeconfig orchard.yaml create configmap hello --from-literal=greeting=hi
orchctl --kubeconfig orchard.yaml get configmaps --watch
`

const CURL = `part() { sed -n "s/^ *$1: //p" orchard.yaml; }
part certificate-authority-data | base64 -d > ca.crt

# with a client certificate
part client-certificate-data | base64 -d > me.crt
(umask 077; part client-key-data | base64 -d > me.key)
curl --cacert ca.crt --cert me.crt --key me.key "$(part server)/api/v1/namespaces"

# with a token
curl --cacert ca.crt -H "Authorization: Bearer $(part token)" "$(part server)/api/v1/namespaces"
`

/** Programs for any cluster, with no dependencies beyond their language. */
export const PROGRAMS: readonly NamedProgram[] = [
  { id: 'orchctl', title: 'orchctl', about: 'The command-line client.', text: ORCHCTL },
  { id: 'curl', title: 'curl', about: 'Plain requests from a shell.', text: CURL },
  { id: 'javascript', title: 'JavaScript', about: 'Node.js 20 or later, without packages.', text: JAVASCRIPT },
  { id: 'python', title: 'Python', about: 'Python 3, without packages.', text: PYTHON },
  { id: 'go', title: 'Go', about: 'The standard library.', text: GO },
  { id: 'java', title: 'Java', about: 'Java 17 or later, without packages.', text: JAVA },
]
