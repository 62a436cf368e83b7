"""Secrets are made up here by chance: none of them is one, and no scanner finds one in this file."""

import random
import string
from pathlib import Path

import click
import networkx
import pytest

from app.engine.answer.secrets import find_secrets, is_secret_path

_CHANCE = random.Random(4)
UPPER, DIGITS, HEX = string.ascii_uppercase, string.digits, "0123456789abcdef"
WORD = string.ascii_letters + DIGITS


def chance(size, of=WORD):
    return "".join(_CHANCE.choice(of) for _ in range(size))


def key_block(kind="RSA "):
    lines = "\n".join(chance(64, WORD + "+/") for _ in range(6))
    return f"-----BEGIN {kind}PRIVATE KEY-----\n{lines}\n-----END {kind}PRIVATE KEY-----"


SECRETS = {
    "an AWS access key": f"AKIA{chance(16, UPPER + '234567')}",
    "a GitHub token": f"ghp_{chance(36)}",
    "a GitLab token": f"glpat-{chance(20)}",
    "a Slack token": f"xoxb-{chance(12, DIGITS)}-{chance(24)}",
    "a Slack webhook": f"hooks.slack.com/services/T{chance(8, UPPER)}/B{chance(8, UPPER)}/{chance(24)}",
    "a Google API key": f"AIza{chance(35)}",
    "a Google client secret": f"GOCSPX-{chance(28)}",
    "a Stripe key": f"sk_live_{chance(24)}",
    "an Anthropic key": f"sk-ant-api03-{chance(93)}AA",
    "an OpenAI key": f"sk-proj-{chance(48)}",
    "a Hugging Face token": f"hf_{chance(34)}",
    "an npm token": f"npm_{chance(36)}",
    "a PyPI token": f"pypi-AgEIcHlwaS5vcmc{chance(80)}",
    "a SendGrid key": f"SG.{chance(22)}.{chance(43)}",
    "a DigitalOcean token": f"dop_v1_{chance(64, HEX)}",
    "a Databricks token": f"dapi{chance(32, HEX)}",
    "a Shopify token": f"shpat_{chance(32, HEX)}",
    "a Telegram token": f"{chance(10, DIGITS)}:AA{chance(33)}",
    "an Azure storage key": f"AccountKey={chance(86)}==",
    "a JSON web token": f"eyJ{chance(40)}.eyJ{chance(60)}.{chance(43)}",
    "an address with a password": f"postgres://app:{chance(14)}@db.prod.acme.com:5432/app",
}


@pytest.mark.parametrize(("what", "secret"), SECRETS.items())
def test_a_secret_of_every_kind_is_found_in_its_line(what, secret):
    for line in (f'KEY = "{secret}"', f"  key: {secret}", f"curl -H 'X: {secret}' there"):
        found = find_secrets(f"first\nsecond\n{line}\nlast", "a.py")
        assert what in {one.what for one in found}
        assert {(one.first, one.last) for one in found} == {(3, 3)}


@pytest.mark.parametrize("host", ["db", "db.internal:5432", "nas.local", "10.0.3.7"])
def test_a_companys_own_hosts_keep_secrets_too(host):
    assert find_secrets(f"postgres://app:{chance(14)}@{host}/app", "a.py")


@pytest.mark.parametrize("kind", ["RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED "])
def test_a_private_key_is_found_with_all_its_lines(kind):
    block = key_block(kind)
    (found,) = find_secrets(f"# a key\n{block}\n# end", "deploy.txt")
    assert (found.first, found.last, found.what) == (2, 9, "a private key")


def test_a_private_key_is_found_in_a_string_on_one_line_and_without_its_end():
    escaped = key_block().replace("\n", "\\n")
    assert [one.what for one in find_secrets(f'key = "{escaped}"')] == ["a private key"]
    assert find_secrets(key_block().rsplit("\n", 1)[0])[0].last == 7


@pytest.mark.parametrize(
    "line",
    [
        "password = '{}'",
        '"client_secret": "{}",',
        "self.api_key = b'{}'",
        'const authToken = "{}";',
        "PRIVATE_KEY => '{}'",
        'private static final String SECRET_KEY = "{}";',
        "encryption_key := `{}`",
    ],
)
def test_a_name_that_is_given_a_random_value_is_found(line):
    assert find_secrets(line.format("Xk29sLq81ZpTr40vBn7Q"), "a.py")


@pytest.mark.parametrize("line", ["password: {}", "export API_KEY={}", "db.password={}", "secret_key = {}"])
def test_settings_need_no_quotes(line):
    text = line.format("Xk29sLq81ZpTr40vBn7Q")
    assert find_secrets(text, "config/app.yml") and find_secrets(text, ".env.example")
    assert not find_secrets(text, "app.py")


@pytest.mark.parametrize(
    "line",
    [
        'password = "changeme"',
        'password = os.environ["DATABASE_PASSWORD_2024"]',
        'api_key = "your-api-key-goes-here-123"',
        'token = "{{ secrets.DEPLOY_TOKEN_1 }}"',
        'SECRET_KEY = "${SECRET_KEY_V2}"',
        'token_url = "https://auth.acme.com/oauth2/v1/token"',
        'access_key = "AKIAIOSFODNN7EXAMPLE"',
        'password_hasher = "django.contrib.auth.hashers.PBKDF2PasswordHasher"',
        "postgres://user:password@localhost/db",
        "http://user:pass@example.com/",
        "http://user:Pa55-word@localhost:8080/",
        "http://user:Pa55-word@proxy:3128/",
        """'https://../name-0.1.2.tar.gz?tokena=A&tokenb=B">package_name-0.1.2.tar.gz'""",
        "redis://:secret@redis:6379",
        "mysql://root:${DB_PASSWORD}@db.acme.com/app",
        'if line.startswith("-----BEGIN RSA PRIVATE KEY-----"):',
        "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx",
        "ghp_000000000000000000000000000000000000",
        "sk-learn-contrib-project-with-a-long-name-and-more",
        'token = "sha256:4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a"',
        'tokens = ["NAME", "OPERATOR", "NUMBER12"]',
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0"
        ".SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    ],
)
def test_code_and_documentation_about_secrets_are_none(line):
    assert find_secrets(line, "a.py") == []
    assert find_secrets(line, "a.yml") == []


@pytest.mark.parametrize("package", [networkx.classes, networkx.readwrite, networkx.drawing, click])
def test_an_ordinary_package_has_none(package):
    folder = Path(package.__file__).parent
    files = [path for path in folder.rglob("*") if path.suffix in (".py", ".md", ".txt", ".toml")]
    assert len(files) > 10
    for path in files:
        assert not is_secret_path(path.as_posix())
        assert find_secrets(path.read_text(encoding="utf-8"), path.as_posix()) == []


@pytest.mark.parametrize(
    "path",
    [
        *(
            ".env",
            "app/.env.local",
            "prod.env",
            ".env.production",
            "id_rsa",
            "keys/server.pem",
            "tls/site.key",
        ),
        *(
            "cert.p12",
            ".npmrc",
            ".pypirc",
            ".netrc",
            "credentials",
            ".aws/credentials",
            "config/credentials.json",
        ),
        *(
            "infra/terraform.tfstate",
            "infra/terraform.tfstate.backup",
            "prod.tfvars",
            "kubeconfig",
            ".kube/config",
        ),
        *("secrets.yaml", "config/secrets.json", "service-account-prod.json", ".git-credentials", "A.JKS"),
    ],
)
def test_files_that_keep_secrets_are_known_by_name(path):
    assert is_secret_path(path)


@pytest.mark.parametrize(
    "path",
    [
        *(".env.example", ".env.sample", "app/.env.template", "env.py", ".env.d.ts", "prod.tfvars.example"),
        *(
            "secrets.py",
            "app/engine/answer/secrets.py",
            "credentials.go",
            "keys.md",
            "id_rsa.pub",
            "monkey.py",
        ),
        *("src/environment.ts", "kubeconfig.go", "docs/secrets.md", "config.yaml", "package.json"),
    ],
)
def test_code_and_templates_are_judged_by_what_they_hold(path):
    assert not is_secret_path(path)
