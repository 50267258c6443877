plugins {
  kotlin("jvm") version "2.1.20"
}

// An app that includes this build finds the library as tanada:tanada-client.
group = "tanada"

kotlin {
  explicitApi()
  compilerOptions {
    jvmTarget = org.jetbrains.kotlin.gradle.dsl.JvmTarget.JVM_1_8
  }
}

java {
  sourceCompatibility = JavaVersion.VERSION_1_8
  targetCompatibility = JavaVersion.VERSION_1_8
}
