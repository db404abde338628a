# Resources that the worker needs, for Terraform or OpenTofu with the provider cloudflare/cloudflare 5.
#
# The worker itself is deployed by `npx wrangler deploy`: it has several modules, WebAssembly among them. Put the id
# that this prints into wrangler.jsonc.

terraform {
  required_providers {
    cloudflare = {
      source  = "cloudflare/cloudflare"
      version = "~> 5.0"
    }
  }
}

variable "account_id" { type = string }
variable "zone_id" { type = string }
variable "host" { type = string }

resource "cloudflare_workers_kv_namespace" "articles" {
  account_id = var.account_id
  title      = "offprint-articles"
}

# Pages. The script has to be there: deploy it first.
resource "cloudflare_workers_route" "pages" {
  zone_id = var.zone_id
  pattern = "${var.host}/*"
  script  = "offprint-worker"
}

# Paths without pages bypass the worker, and are not billed: the most specific pattern wins, and a route without a script
# leaves the request to the site.
resource "cloudflare_workers_route" "assets" {
  for_each = toset(["assets", "static", "images"])
  zone_id  = var.zone_id
  pattern  = "${var.host}/${each.key}/*"
}

output "articles" {
  value = cloudflare_workers_kv_namespace.articles.id
}
