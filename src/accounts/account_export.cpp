#include "src/accounts/account_export.hpp"

#include <array>
#include <iterator>

#include <fmt/format.h>

#include "xmpp/xml.hpp"

namespace squall::accounts {
namespace {

struct FormatName {
  std::string_view name;
  ExportFormat format;
};
constexpr std::array names{
    FormatName{"jabberd2-sqlite", ExportFormat::jabberd2_sqlite},
    FormatName{"jabberd2-mysql", ExportFormat::jabberd2_mysql},
    FormatName{"ejabberd", ExportFormat::ejabberd},
    FormatName{"prosody", ExportFormat::prosody},
};

/// How the two databases of jabberd2 differ.
struct Dialect {
  char quote;              // of names
  bool escapes_backslash;  // in strings
  const char* begin;
  const char* now;
};
constexpr Dialect sqlite{'"', false, "PRAGMA synchronous = OFF;\nBEGIN;\n", "strftime('%s','now')"};
constexpr Dialect mysql{'`', true, "START TRANSACTION;\n", "UNIX_TIMESTAMP()"};

std::string text_of(const Dialect& dialect, std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || (c == '\\' && dialect.escapes_backslash)) quoted += c;
    quoted += c;
  }
  return quoted + "'";
}

std::string name_of(const Dialect& dialect, std::string_view name) {
  return fmt::format("{0}{1}{0}", dialect.quote, name);
}

std::string jid_of(const ExportPlan& plan, const Account& account) {
  return account.user + '@' + plan.domain;
}

/// Rows that were there before make room, so that an export can be read twice.
std::string sql_of(const Dialect& d, const ExportPlan& plan, const Account& account) {
  const std::string user = text_of(d, account.user), realm = text_of(d, plan.domain);
  const std::string owner = text_of(d, jid_of(plan, account)), owners = name_of(d, "collection-owner");
  std::string sql = fmt::format("DELETE FROM authreg WHERE username = {} AND realm = {};\n", user, realm);
  fmt::format_to(std::back_inserter(sql), "INSERT INTO authreg (username, realm, password) VALUES ({}, {}, {});\n",
                 user, realm, text_of(d, account.password));
  fmt::format_to(std::back_inserter(sql), "DELETE FROM {} WHERE {} = {};\n", name_of(d, "active"), owners, owner);
  fmt::format_to(std::back_inserter(sql), "INSERT INTO {} ({}, {}) VALUES ({}, {});\n", name_of(d, "active"), owners,
                 name_of(d, "time"), owner, d.now);
  return sql;
}

std::string roster_sql(const Dialect& d, const ExportPlan& plan, std::size_t index) {
  const std::string owner = text_of(d, jid_of(plan, plan.accounts[index])), owners = name_of(d, "collection-owner");
  const std::string table = name_of(d, "roster-items");
  std::string sql;
  for (const std::uint32_t contact : plan.contacts[index]) {
    const std::string jid = text_of(d, jid_of(plan, plan.accounts[contact]));
    fmt::format_to(std::back_inserter(sql), "DELETE FROM {} WHERE {} = {} AND jid = {};\n", table, owners, owner, jid);
    fmt::format_to(std::back_inserter(sql), "INSERT INTO {} ({}, jid, {}, {}, ask) VALUES ({}, {}, 1, 1, 0);\n", table,
                   owners, name_of(d, "to"), name_of(d, "from"), owner, jid);
  }
  return sql;
}

void export_sql(const Dialect& dialect, const ExportPlan& plan, const ExportSink& sink) {
  sink({}, dialect.begin);
  for (std::size_t i = 0; i < plan.accounts.size(); ++i) {
    sink({}, sql_of(dialect, plan, plan.accounts[i]));
    if (!plan.contacts.empty()) sink({}, roster_sql(dialect, plan, i));
  }
  sink({}, "COMMIT;\n");
}

std::string roster_xml(const ExportPlan& plan, std::size_t index) {
  std::string xml = "<query xmlns='jabber:iq:roster'>";
  for (const std::uint32_t contact : plan.contacts[index]) {
    xml += "<item";
    xmpp::xml::append_attribute(xml, "jid", jid_of(plan, plan.accounts[contact]));
    xml += " subscription='both'/>";
  }
  return xml + "</query>";
}

/// Spec: XEP-0227 sections 4.2 and 4.3.
void export_piefxis(const ExportPlan& plan, const ExportSink& sink) {
  std::string open = "<?xml version='1.0' encoding='UTF-8'?>\n<server-data xmlns='urn:xmpp:pie:0'>\n<host";
  xmpp::xml::append_attribute(open, "jid", plan.domain);
  sink({}, open + ">\n");
  for (std::size_t i = 0; i < plan.accounts.size(); ++i) {
    std::string user = "<user";
    xmpp::xml::append_attribute(user, "name", plan.accounts[i].user);
    xmpp::xml::append_attribute(user, "password", plan.accounts[i].password);
    user += '>';
    if (!plan.contacts.empty()) user += roster_xml(plan, i);
    sink({}, user + "</user>\n");
  }
  sink({}, "</host>\n</server-data>\n");
}

/// As a string of Lua.
std::string lua_text(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted.append(1, '\\').append(1, c);
    } else if (code < 0x20 || code == 0x7F) {
      fmt::format_to(std::back_inserter(quoted), "\\{:03}", code);
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string prosody_roster(const ExportPlan& plan, std::size_t index) {
  std::string lua = "return {\n\t[false] = {\n\t\t[\"version\"] = 1;\n\t\t[\"pending\"] = {};\n\t};\n";
  for (const std::uint32_t contact : plan.contacts[index]) {
    fmt::format_to(std::back_inserter(lua),
                   "\t[{}] = {{\n\t\t[\"subscription\"] = \"both\";\n\t\t[\"groups\"] = {{}};\n\t}};\n",
                   lua_text(jid_of(plan, plan.accounts[contact])));
  }
  return lua + "};\n";
}

void export_prosody(const ExportPlan& plan, const ExportSink& sink) {
  const std::string host = prosody_name(plan.domain);
  for (std::size_t i = 0; i < plan.accounts.size(); ++i) {
    const std::string file = prosody_name(plan.accounts[i].user) + ".dat";
    sink(host + "/accounts/" + file,
         fmt::format("return {{\n\t[\"password\"] = {};\n}};\n", lua_text(plan.accounts[i].password)));
    if (!plan.contacts.empty()) sink(host + "/roster/" + file, prosody_roster(plan, i));
  }
}

}  // namespace

std::optional<ExportFormat> export_format(std::string_view name) {
  for (const FormatName& known : names) {
    if (known.name == name) return known.format;
  }
  return std::nullopt;
}

void export_accounts(const ExportPlan& plan, ExportFormat format, const ExportSink& sink) {
  switch (format) {
    case ExportFormat::jabberd2_sqlite:
      return export_sql(sqlite, plan, sink);
    case ExportFormat::jabberd2_mysql:
      return export_sql(mysql, plan, sink);
    case ExportFormat::ejabberd:
      return export_piefxis(plan, sink);
    case ExportFormat::prosody:
      return export_prosody(plan, sink);
  }
}

std::string prosody_name(std::string_view name) {
  std::string encoded;
  for (const char c : name) {
    const bool stays = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (stays) {
      encoded += c;
    } else {
      fmt::format_to(std::back_inserter(encoded), "%{:02x}", static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

}  // namespace squall::accounts
