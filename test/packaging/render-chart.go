// Renders a chart as `helm template` does, with the functions that our chart uses:
//
//	render-chart CHART VALUES.json
//
// Helm is in no package registry that the tests can reach; the template engine and its functions are those of Helm.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

func main() {
	if err := render(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(chart, valuesFile string) error {
	var values, meta map[string]interface{}
	if err := read(valuesFile, &values); err != nil {
		return err
	}
	if err := read(filepath.Join(chart, "Chart.yaml"), &meta); err != nil {
		return err
	}
	about := map[string]interface{}{"Name": meta["name"], "Version": meta["version"], "AppVersion": meta["appVersion"]}
	release := map[string]interface{}{"Name": "billing", "Namespace": "default", "Service": "Helm"}
	data := map[string]interface{}{"Values": values, "Chart": about, "Release": release}
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(sprig.TxtFuncMap()).Funcs(template.FuncMap{
		"include": func(name string, given interface{}) (string, error) {
			var text bytes.Buffer
			err := all.ExecuteTemplate(&text, name, given)
			return text.String(), err
		},
		"toYaml": func(value interface{}) (string, error) {
			text, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(text), "\n"), err
		},
		"required": func(message string, value interface{}) (interface{}, error) {
			if value == nil || value == "" {
				return nil, errors.New(message)
			}
			return value, nil
		},
	})
	if _, err := all.ParseGlob(filepath.Join(chart, "templates", "*")); err != nil {
		return err
	}
	files := map[string]string{}
	for _, each := range all.Templates() {
		if !strings.HasSuffix(each.Name(), ".yaml") && each.Name() != "NOTES.txt" {
			continue
		}
		var text bytes.Buffer
		if err := each.Execute(&text, data); err != nil {
			return err
		}
		files[each.Name()] = text.String()
	}
	return json.NewEncoder(os.Stdout).Encode(files)
}

func read(path string, into interface{}) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return yaml.Unmarshal(text, into)
}
