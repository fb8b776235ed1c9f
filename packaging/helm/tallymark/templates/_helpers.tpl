{{- define "tallymark.name" -}}
{{- if contains "tallymark" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-tallymark" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "tallymark.selector" -}}
app.kubernetes.io/name: tallymark
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "tallymark.labels" -}}
{{ include "tallymark.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "tallymark.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* Of every pod: who it runs as, and where it may be placed. */}}
{{- define "tallymark.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: data
    {{- if .Values.files.existingClaim }}
    persistentVolumeClaim: { claimName: {{ .Values.files.existingClaim }} }
    {{- else }}
    emptyDir: {}
    {{- end }}
  - name: tmp
    emptyDir: {}
  - name: master-key
    secret:
      secretName: {{ .Values.masterKeySecret }}
      # 0440: the group of the pod may read it.
      defaultMode: 288
      items: [{ key: master.key, path: master.key }]
{{- end }}

{{/* Of every container: settings, volumes and restrictions. */}}
{{- define "tallymark.container" -}}
image: {{ include "tallymark.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ .Values.existingSecret }} }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  - { name: master-key, mountPath: /etc/tallymark, readOnly: true }
{{- end }}

{{- define "tallymark.settings" -}}
- { name: MASTER_KEY_FILE, value: /etc/tallymark/master.key }
# A folder of its own, which the service closes to others; the volume belongs to root.
- { name: DATA_DIR, value: /data/tallymark }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{/* A Deployment of one role: `root`, `role` and its `values`. */}}
{{- define "tallymark.deployment" -}}
{{- $root := .root -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "tallymark.name" $root }}-{{ .role }}
  labels:
    {{- include "tallymark.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ .values.replicas }}
  selector:
    matchLabels:
      {{- include "tallymark.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  strategy:
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  template:
    metadata:
      labels:
        {{- include "tallymark.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
      {{- with $root.Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "tallymark.pod" $root | nindent 6 }}
      # The service gives itself 28 seconds after the delay.
      terminationGracePeriodSeconds: {{ add $root.Values.shutdownDelaySeconds 35 }}
      {{- if $root.Values.affinity }}
      affinity:
        {{- toYaml $root.Values.affinity | nindent 8 }}
      {{- else }}
      affinity:
        podAntiAffinity:
          preferredDuringSchedulingIgnoredDuringExecution:
            - weight: 100
              podAffinityTerm:
                topologyKey: kubernetes.io/hostname
                labelSelector:
                  matchLabels:
                    {{- include "tallymark.selector" $root | nindent 20 }}
                    app.kubernetes.io/component: {{ .role }}
      {{- end }}
      containers:
        - name: tallymark
          {{- include "tallymark.container" $root | nindent 10 }}
          env:
            - { name: ROLES, value: {{ .role }} }
            - { name: SHUTDOWN_DELAY, value: {{ $root.Values.shutdownDelaySeconds | quote }} }
            {{- include "tallymark.settings" $root | nindent 12 }}
          ports:
            - { name: http, containerPort: 4000 }
          # A start answers /live also while it migrates.
          startupProbe:
            httpGet: { path: /live, port: http }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /ready, port: http }
            periodSeconds: 3
            timeoutSeconds: 5
            failureThreshold: 1
          {{- with .values.resources }}
          resources:
            {{- toYaml . | nindent 12 }}
          {{- end }}
{{- end }}
